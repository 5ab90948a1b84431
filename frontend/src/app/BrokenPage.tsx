import { Container } from "@mantine/core";
import { useRouteError } from "react-router";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";

/** What is shown when a page itself failed, or its script could not be loaded. */
export function BrokenPage() {
  const error = useRouteError();
  return (
    <Container size="md" py="xl">
      <ErrorNotice error={error} onRetry={() => window.location.reload()} />
    </Container>
  );
}
