import { Accordion, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ScoresUpload } from "@/api/uploads";
import { moment, whole } from "@/shared/numbers/format";
import { UploadOutcome } from "./UploadOutcome";

/** The files brought in so far, each opening to what came of it. */
export function EarlierUploads({ slug, uploads }: { slug: string; uploads: readonly ScoresUpload[] }) {
  const { t, i18n } = useTranslation("admin");
  if (uploads.length === 0) return <Text c="dimmed">{t("external.none")}</Text>;
  return (
    <Accordion chevronPosition="left">
      {uploads.map((upload) => (
        <Accordion.Item key={upload.id} value={String(upload.id)}>
          <Accordion.Control>
            <Group justify="space-between" gap="xs">
              <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                {upload.file}
              </Text>
              <Text size="sm" c="dimmed">
                {t("external.earlierLine", {
                  stored: whole(upload.stored, i18n.language),
                  read: whole(upload.read, i18n.language),
                })}
                {" · "}
                {upload.person.display_name}
                {" · "}
                {moment(upload.created_at, i18n.language)}
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <UploadOutcome slug={slug} upload={upload} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
