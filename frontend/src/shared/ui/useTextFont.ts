import { useEffect } from "react";
import { isChinese } from "@/shared/tokens/script";
import { loadChineseFont } from "./fonts";

/** Brings the font a text needs. */
export function useTextFont(language: string): void {
  useEffect(() => {
    if (isChinese(language)) loadChineseFont();
  }, [language]);
}
