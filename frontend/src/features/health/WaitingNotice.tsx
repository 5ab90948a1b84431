import { useTranslation } from "react-i18next";
import { Notice } from "@/shared/ui/Notice";

interface Props {
  /** What the page waits for: the web side's tasks, or scoring. */
  part: "tasks" | "scoring";
}

/** Says that what was asked for waits, since no worker answers that could do it. */
export function WaitingNotice({ part }: Props) {
  const { t } = useTranslation("admin");
  return (
    <Notice tone="warning" title={t(`health.${part}Gone`)}>
      {t(`health.${part}GoneDetail`)}
    </Notice>
  );
}
