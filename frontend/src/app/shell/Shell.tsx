import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, Outlet, useLocation, useNavigation } from "react-router";
import { sessionQuery } from "@/api/session";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { loadChineseFont, loadEmojiFont } from "@/shared/ui/fonts";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { Header } from "./Header";
import classes from "./Shell.module.css";

/** The frame of every page for signed-in people: header above, page below. */
export function Shell() {
  const { t, i18n } = useTranslation();
  const session = useQuery(sessionQuery);
  const location = useLocation();
  const navigation = useNavigation();
  const person = session.data?.person ?? null;

  useEffect(() => {
    if (person && person.language !== i18n.language) void i18n.changeLanguage(person.language);
    // Only the person's stored choice counts here; their switch in the header changes both at once.
  }, [person, i18n]);

  const chinese = i18n.language === "zh-Hans";
  useEffect(() => {
    if (chinese) loadChineseFont();
  }, [chinese]);

  // After the first paint, so that nobody waits for it who has no emoji to read.
  useEffect(loadEmojiFont, []);

  if (session.isPending) return <LoadingLine />;
  if (session.isError) {
    return (
      <main className={classes.alone}>
        <ErrorNotice error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  }
  if (!person) {
    const back = location.pathname === "/" ? "" : `?next=${encodeURIComponent(location.pathname)}`;
    return <Navigate to={`/sign-in${back}`} replace />;
  }
  return (
    <>
      <a className={classes.skipLink} href="#page">
        {t("shell.skipToPage")}
      </a>
      {navigation.state !== "idle" && <LoadingLine />}
      <Header person={person} />
      <main id="page" className={classes.page} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
