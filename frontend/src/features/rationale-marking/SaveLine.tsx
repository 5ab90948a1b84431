import { Anchor, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SaveStatus } from "./MarkSaver";
import classes from "./SaveLine.module.css";

/** Always says whether the server has what is marked. */
export function SaveLine({ status }: { status: SaveStatus }) {
  const { t } = useTranslation();
  const signedOut = status.is === "retrying" && status.error.status === 401;
  return (
    <Text component="span" size="sm" className={classes.line} data-is={status.is} role="status">
      {t(signedOut ? "rationale.save.signedOut" : `rationale.save.${status.is}`)}{" "}
      {signedOut && (
        <Anchor href="/sign-in" target="_blank" inherit>
          {t("signIn.submit")}
        </Anchor>
      )}
    </Text>
  );
}
