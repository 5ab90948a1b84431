import { Button, Loader, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatsQuery, makeFormat, type ReleaseFormat, releaseFormatAddress } from "@/api/releases";
import { bytes } from "@/shared/numbers/format";
import { requestKeys } from "@/shared/requestKey";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import classes from "./ReleaseList.module.css";

interface Props {
  slug: string;
  version: string;
}

/** The forms a release can be had in. One is made when it is first asked for, then downloaded like a file. */
export function FormatList({ slug, version }: Props) {
  const { t, i18n } = useTranslation("admin");
  const queries = useQueryClient();
  const query = formatsQuery(slug, version);
  const formats = useQuery(query);
  const [keyOf] = useState(requestKeys);
  // One that failed may be asked for again, which is another request.
  const [asked, setAsked] = useState(0);
  const making = useMutation({
    mutationFn: ({ name }: ReleaseFormat) => makeFormat(slug, version, name, keyOf([name, asked])),
    onSuccess: () => setAsked(asked + 1),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  if (formats.error) return <ErrorNotice error={formats.error} onRetry={() => void formats.refetch()} />;
  return (
    <>
      <ul className={classes.files}>
        {(formats.data ?? []).map((format) => {
          const { name, state, size } = format;
          const title = t(`releases.formats.${name}.title` as never);
          return (
            <li key={name} className={classes.format}>
              <span>
                <Text component="span" fw={600}>
                  {title}
                </Text>{" "}
                <Text component="span" size="sm" c="dimmed">
                  {t(`releases.formats.${name}.lead` as never)}
                </Text>
                {state === "failed" && (
                  <Text size="sm" role="status">
                    {t("releases.formats.failed")}
                  </Text>
                )}
              </span>
              <span className={classes.size}>{size === null ? "" : bytes(size, i18n.language)}</span>
              {state === "ready" ? (
                <Button
                  component="a"
                  href={releaseFormatAddress(slug, version, name)}
                  download={`${slug}-${version}-${name}.zip`}
                  variant="default"
                  size="xs"
                  aria-label={t("releases.downloadFile", { name: title })}
                >
                  {t("releases.download")}
                </Button>
              ) : (
                <Button
                  variant="light"
                  size="xs"
                  disabled={state === "queued" || making.isPending}
                  leftSection={state === "queued" ? <Loader size="0.875rem" /> : undefined}
                  onClick={() => making.mutate(format)}
                  aria-label={t("releases.formats.makeNamed", { name: title })}
                >
                  {t(state === "queued" ? "releases.formats.being" : "releases.formats.make")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {making.error && <ErrorNotice error={making.error} />}
    </>
  );
}
