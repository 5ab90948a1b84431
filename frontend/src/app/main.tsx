import "@mantine/core/styles.css";
import "@/shared/ui/global.css";
import "@/shared/ui/fonts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { startTranslations } from "@/shared/i18n";
import { Providers } from "./Providers";
import { router } from "./router";

startTranslations();
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
