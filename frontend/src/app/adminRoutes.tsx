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
  page: () => Promise<{ default: ComponentType }>;
}

export const adminRoutes: readonly AdminRoute[] = [];
