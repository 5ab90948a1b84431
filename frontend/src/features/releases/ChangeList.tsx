import { Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ItemChange } from "@/api/releases";
import { StateBadge, type Tone } from "@/shared/ui/StateBadge";
import classes from "./ChangeList.module.css";

const TONES: Record<ItemChange["kind"], Tone> = { added: "good", removed: "bad", changed: "active" };

/** Items that differ from one release to another; of a changed one each field as it was and as it is. */
export function ChangeList({ changes }: { changes: readonly ItemChange[] }) {
  const { t } = useTranslation("admin");
  if (changes.length === 0) return <Text c="dimmed">{t("releases.comparing.none")}</Text>;
  return (
    <ul className={classes.list}>
      {changes.map(({ external_id, kind, text, fields }) => (
        <li key={external_id} className={classes.item}>
          <Group gap="sm">
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {external_id}
            </Text>
            <StateBadge tone={TONES[kind]}>{t(`releases.comparing.kind.${kind}`)}</StateBadge>
          </Group>
          {fields.length === 0 && <Text size="sm">{text}</Text>}
          {fields.length > 0 && (
            <dl className={classes.fields}>
              {fields.map(({ field, before, after }) => (
                <div key={field} className={classes.field}>
                  <dt className={classes.name}>{field}</dt>
                  <Value label={t("releases.comparing.before")} value={before} />
                  <Value label={t("releases.comparing.after")} value={after} />
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

function Value({ label, value }: { label: string; value: unknown }) {
  const { t } = useTranslation("admin");
  const absent = value === null || value === undefined;
  return (
    <dd className={classes.value}>
      <span className={classes.label}>{label}</span>
      {absent ? t("releases.comparing.absent") : typeof value === "string" ? value : JSON.stringify(value)}
    </dd>
  );
}
