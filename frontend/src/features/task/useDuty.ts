import { useMatches } from "react-router";
import { DUTIES, type Duty } from "@/api/types";

/** The duty of the page's route, for pages that serve two duties of one kind. */
export function useDuty(): Duty {
  const path = useMatches().at(-1)?.pathname.split("/") ?? [];
  const duty = DUTIES.find((known) => path.includes(known));
  if (!duty) throw new Error("this page has no duty in its address");
  return duty;
}
