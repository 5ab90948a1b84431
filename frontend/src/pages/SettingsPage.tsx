import { Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker, useParams } from "react-router";
import { changeSettings, type SettingsChange, settingsQuery } from "@/api/settings";
import { SettingsForm } from "@/features/settings/SettingsForm";
import { VersionList } from "@/features/settings/VersionList";
import { moment } from "@/shared/numbers/format";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";

export default function SettingsPage() {
  const { t, i18n } = useTranslation("admin");
  const { slug = "" } = useParams();
  const queries = useQueryClient();
  const { data: versions, error, refetch } = useQuery(settingsQuery(slug));
  const [dirty, setDirty] = useState(false);
  const saving = useMutation({
    mutationFn: (change: SettingsChange) => changeSettings(slug, change),
    onSuccess: async () => {
      setDirty(false);
      // The benchmark's own answer holds the present version, which other pages read.
      await queries.invalidateQueries({ queryKey: ["benchmark", slug] });
      window.scrollTo({ top: 0 });
    },
  });

  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [dirty]);

  const present = versions?.[0];
  if (!present) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingLine />;
  return (
    <>
      <PageHeader
        title={t("settings.title")}
        lead={t("settings.lead", {
          version: present.version,
          since: moment(present.created_at, i18n.language),
        })}
      />
      <Stack gap="xl">
        <Text role="status" display={saving.data ? "block" : "none"}>
          {saving.data && t("settings.saved", { version: saving.data.version })}
        </Text>
        <SettingsForm
          // A new version starts the form anew.
          key={present.version}
          present={present}
          busy={saving.isPending}
          error={saving.error}
          onDirty={setDirty}
          onSave={saving.mutateAsync}
        />
        <Section title={t("settings.versions")}>
          <VersionList versions={versions} />
        </Section>
      </Stack>
      <ConfirmDialog
        opened={leaving.state === "blocked"}
        title={t("settings.leaveTitle")}
        detail={t("settings.leave")}
        yes={t("settings.leaveYes")}
        no={t("settings.stay")}
        onYes={() => leaving.proceed?.()}
        onClose={() => leaving.reset?.()}
      />
    </>
  );
}
