import { Anchor, Button, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Place } from "@/api/assignments";
import { itemPath } from "@/shared/adminPaths";
import { moment } from "@/shared/numbers/format";
import { PlainTable } from "@/shared/ui/PlainTable";
import { StateBadge } from "@/shared/ui/StateBadge";
import { standingOf, TONES } from "./places";

interface Props {
  slug: string;
  places: readonly Place[];
  onTakeOver: (place: Place) => void;
}

/** Who holds, held or passed on what. Only a place that is held can be taken over. */
export function PlaceTable({ slug, places, onTakeOver }: Props) {
  const { t, i18n } = useTranslation("admin");
  const { t: common } = useTranslation();
  const now = Date.now();
  return (
    <PlainTable label={t("assignments.title")}>
      <thead>
        <tr>
          <th scope="col">{t("items.name")}</th>
          <th scope="col">{t("assignments.duty")}</th>
          <th scope="col">{t("assignments.username")}</th>
          <th scope="col">{t("assignments.state")}</th>
          <th scope="col">{t("assignments.when")}</th>
          <th scope="col">{t("assignments.reason")}</th>
          <th scope="col">
            <VisuallyHidden>{t("assignments.takeOver")}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {places.map((place) => {
          const standing = standingOf(place, now);
          const open = place.state === "live";
          const at = moment(open ? place.lease_until : place.updated_at, i18n.language);
          return (
            <tr key={place.id}>
              <th scope="row">
                <Anchor component={Link} to={itemPath(slug, place.item)} inherit>
                  {place.external_id}
                </Anchor>
              </th>
              <td>{common(`duty.${place.duty}.title`)}</td>
              <td>{place.person}</td>
              <td>
                <StateBadge tone={TONES[standing]}>{t(`assignments.standing.${standing}`)}</StateBadge>
              </td>
              <td>{open ? t("assignments.until", { at }) : at}</td>
              <td data-prose={place.reason ? true : undefined}>{place.reason}</td>
              <td>
                {standing === "held" && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={t("assignments.takeOverWhat", {
                      item: place.external_id,
                      name: place.person,
                    })}
                    onClick={() => onTakeOver(place)}
                  >
                    {t("assignments.takeOver")}
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </PlainTable>
  );
}
