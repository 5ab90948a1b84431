import { Kbd, Modal, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";

export interface KeyHelp {
  keys: readonly string[];
  does: string;
}

interface Props {
  opened: boolean;
  onClose: () => void;
  entries: readonly KeyHelp[];
}

/** The list of keys of a page, opened with `?`. */
export function KeyLegend({ opened, onClose, entries }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t("keys.title")}>
      <Table verticalSpacing={6} withRowBorders={false}>
        <Table.Tbody>
          {entries.map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Td w="45%">
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
