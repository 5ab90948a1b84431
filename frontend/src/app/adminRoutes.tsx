import type { ComponentType } from "react";
import type { Role } from "@/api/types";

/** A page that is not part of the daily work: one for admins, some of them for seniors to read. */
export interface AdminRoute {
  /** Below /b/:slug/. */
  path: string;
  /** Key of its name in the header (namespace `admin`); a route without one has no link there. */
  link?: string;
  /** Who sees the link. The server decides who gets an answer. */
  roles: readonly Role[];
  /** The link is shown only where a release holds its test part back. */
  needsHeldBack?: true;
  page: () => Promise<{ default: ComponentType }>;
}

const ADMIN: readonly Role[] = ["admin"];
const READERS: readonly Role[] = ["admin", "senior"];
const MEMBERS: readonly Role[] = ["admin", "senior", "annotator"];

export const adminRoutes: readonly AdminRoute[] = [
  { path: "overview", link: "overview.title", roles: ADMIN, page: () => import("@/pages/OverviewPage") },
  { path: "items", link: "items.title", roles: ADMIN, page: () => import("@/pages/ItemsPage") },
  { path: "items/:item", roles: ADMIN, page: () => import("@/pages/ItemViewPage") },
  { path: "import", link: "importing.title", roles: ADMIN, page: () => import("@/pages/ImportPage") },
  { path: "people", link: "people.title", roles: ADMIN, page: () => import("@/pages/PeoplePage") },
  {
    path: "assignments",
    link: "assignments.title",
    roles: ADMIN,
    page: () => import("@/pages/AssignmentsPage"),
  },
  { path: "assignments/new", roles: ADMIN, page: () => import("@/pages/AssignPage") },
  { path: "settings", link: "settings.title", roles: ADMIN, page: () => import("@/pages/SettingsPage") },
  { path: "models", link: "models.title", roles: READERS, page: () => import("@/pages/ModelsPage") },
  { path: "runs", link: "runs.title", roles: READERS, page: () => import("@/pages/RunsPage") },
  { path: "runs/external", roles: ADMIN, page: () => import("@/pages/BringScoresPage") },
  { path: "runs/:run", roles: READERS, page: () => import("@/pages/RunPage") },
  { path: "runs/:run/report", roles: READERS, page: () => import("@/pages/ReportPage") },
  { path: "runs/:run/report/:item", roles: READERS, page: () => import("@/pages/ReportItemPage") },
  { path: "results", link: "results.title", roles: READERS, page: () => import("@/pages/ResultsPage") },
  { path: "results/pairs", roles: READERS, page: () => import("@/pages/ResultPairsPage") },
  { path: "releases", link: "releases.title", roles: ADMIN, page: () => import("@/pages/ReleasesPage") },
  { path: "releases/compare", roles: ADMIN, page: () => import("@/pages/ComparePage") },
  { path: "releases/:version", roles: ADMIN, page: () => import("@/pages/ReleasePage") },
  {
    path: "test-part",
    link: "releases.testPart.link",
    roles: MEMBERS,
    needsHeldBack: true,
    page: () => import("@/pages/TestPartPage"),
  },
];
