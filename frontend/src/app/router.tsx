import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject } from "react-router";
import { ACCOUNT, ACCOUNTS } from "@/shared/paths";
import { adminRoutes } from "./adminRoutes";
import { BrokenPage } from "./BrokenPage";
import { NotFound } from "./NotFound";
import { Shell } from "./shell/Shell";

type Page = () => Promise<{ default: ComponentType }>;

const lazyPage = (path: string, page: Page): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await page()).default }),
});

const taskPages: [path: string, page: Page][] = [
  ["word_item", () => import("@/pages/WordItemPage")],
  ["propose_mask", () => import("@/pages/ProposeMaskPage")],
  ["rate_mask", () => import("@/pages/RateMaskPage")],
  ["write_rationale", () => import("@/pages/HighlightPage")],
  ["modify_rationale", () => import("@/pages/HighlightPage")],
  ["score_rationale", () => import("@/pages/ScorePage")],
  ["create_perturbation", () => import("@/pages/PerturbPage")],
  ["review_perturbation", () => import("@/pages/ReviewPage")],
  ["settle_perturbation", () => import("@/pages/ReviewPage")],
];

export const router = createBrowserRouter([
  {
    ErrorBoundary: BrokenPage,
    HydrateFallback: () => null,
    children: [
      lazyPage("/sign-in", () => import("@/pages/SignInPage")),
      {
        Component: Shell,
        children: [
          {
            ErrorBoundary: BrokenPage,
            children: [
              lazyPage("/", () => import("@/pages/HomePage")),
              lazyPage(ACCOUNT, () => import("@/pages/AccountPage")),
              lazyPage(ACCOUNTS, () => import("@/pages/AccountsPage")),
              lazyPage("/b/:slug", () => import("@/pages/WorkPage")),
              ...taskPages.map(([duty, page]) => lazyPage(`/b/:slug/work/${duty}/:assignment?`, page)),
              ...adminRoutes.map(({ path, page }) => lazyPage(`/b/:slug/${path}`, page)),
              { path: "*", Component: NotFound },
            ],
          },
        ],
      },
    ],
  },
]);
