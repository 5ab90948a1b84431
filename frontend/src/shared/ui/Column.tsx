import { Box } from "@mantine/core";
import type { ReactNode } from "react";

/** The middle of a page: as wide as a line is good to read, or wider where two texts stand side by side. */
export function Column({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <Box maw={wide ? "72rem" : "var(--wb-measure)"} mx="auto">
      {children}
    </Box>
  );
}
