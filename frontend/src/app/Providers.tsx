import { MantineProvider } from "@mantine/core";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Problem } from "@/api/problem";
import { sessionQuery } from "@/api/session";
import { cssVariables, theme } from "@/shared/ui/theme";

const isFinal = (error: unknown) => error instanceof Problem && error.status >= 400 && error.status < 500;

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // The session ran out while a page was open: asking for it again leads to the sign-in page.
      if (error instanceof Problem && error.code === "not_signed_in") {
        void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }
    },
  }),
  defaultOptions: {
    queries: { retry: (count, error) => count < 2 && !isFinal(error), refetchOnWindowFocus: false },
  },
});

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}
