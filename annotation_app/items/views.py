from typing import ClassVar

from django.db.models import Q
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import ADMINS, ANNOTATORS, WORKERS, BenchmarkView, Policy
from annotation_app.core.idempotence import idempotent
from annotation_app.core.pagination import Pages
from annotation_app.items import queries, serializers, services, wording
from annotation_app.items.models import Item
from annotation_app.items.rules import State, check_state

FILTERS = ("state", "dimension", "language", "role")


class ItemView(BenchmarkView):
    """Base of the views under one item's address."""

    def item(self) -> Item:
        found = queries.items_in(self.benchmark).filter(pk=self.kwargs["item_id"]).first()
        if found is None:
            raise Http404
        return found


def submitted(pk: int, item: Item) -> Response:
    """The answer to a submission: the new row, and where the item is now."""
    body = {"id": pk, "item": item}
    return Response(serializers.SubmittedSerializer(body).data, status=status.HTTP_201_CREATED)


class MaskProposalsView(ItemView):
    policy: ClassVar[dict[str, Policy]] = {"POST": ANNOTATORS}

    @extend_schema(
        operation_id="mask_propose",
        request=serializers.NewMaskProposalSerializer,
        responses={201: serializers.SubmittedSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str, item_id: int) -> Response:
        serializer = serializers.NewMaskProposalSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        proposal = services.propose_mask(item=self.item(), author=self.person, **serializer.validated_data)
        return submitted(proposal.pk, proposal.item)


class MaskRatingsView(ItemView):
    policy: ClassVar[dict[str, Policy]] = {"POST": ANNOTATORS}

    @extend_schema(
        operation_id="mask_rate",
        request=serializers.NewMaskRatingSerializer,
        responses={201: serializers.SubmittedSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str, item_id: int) -> Response:
        serializer = serializers.NewMaskRatingSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given = serializer.validated_data
        rating = services.rate_mask(
            item=self.item(),
            proposal_id=given["proposal"],
            rater=self.person,
            confidence=given["confidence"],
            guesses=given["guesses"],
            seconds=given["seconds"],
        )
        return submitted(rating.pk, rating.proposal.item)


class ItemFlagsView(ItemView):
    """Leave a remark on an item for the admins."""

    policy: ClassVar[dict[str, Policy]] = {"POST": WORKERS}

    @extend_schema(
        operation_id="item_flag",
        request=serializers.NewFlagSerializer,
        responses={201: serializers.FlagSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str, item_id: int) -> Response:
        serializer = serializers.NewFlagSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        flag = services.flag_item(item=self.item(), person=self.person, **serializer.validated_data)
        return Response(serializers.FlagSerializer(flag).data, status=status.HTTP_201_CREATED)


class FlagsView(BenchmarkView):
    """Remarks that people left on items, newest first."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}
    pagination_class = Pages
    serializer_class = serializers.FlagSerializer

    @extend_schema(operation_id="flags_list", responses=serializers.FlagSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        page = self.paginate_queryset(queries.flags_in(self.benchmark))
        return self.get_paginated_response(serializers.FlagSerializer(page, many=True).data)


class ItemsView(BenchmarkView):
    """All items of a benchmark, newest last, with filters."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}
    serializer_class = serializers.ItemRowSerializer
    pagination_class = Pages

    @extend_schema(
        operation_id="items_list",
        parameters=[
            *(OpenApiParameter(name, str) for name in (*FILTERS, "q")),
            OpenApiParameter(
                "near_duplicates", bool, description="Only those that read like an earlier one."
            ),
            OpenApiParameter("import", str, description="Only those that this import brought in."),
        ],
        responses=serializers.ItemRowSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = queries.items_in(self.benchmark).order_by("pk")
        asked = {name: request.query_params[name] for name in FILTERS if request.query_params.get(name)}
        rows = rows.filter(**asked)
        if request.query_params.get("near_duplicates") == "true":
            rows = rows.filter(reads_like__isnull=False)
        if (brought_in := request.query_params.get("import", "")).isdecimal():
            rows = rows.filter(brought_in=int(brought_in[:18]))
        if words := request.query_params.get("q"):
            rows = rows.filter(Q(text__icontains=words) | Q(external_id__icontains=words))
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(serializers.ItemRowSerializer(page, many=True).data)


class ItemHistoryView(ItemView):
    """An item's whole life, oldest first."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}

    @extend_schema(operation_id="item_history", responses=serializers.HistoryEntrySerializer(many=True))
    def get(self, request: Request, slug: str, item_id: int) -> Response:
        rows = queries.history_of(self.item())
        return Response(serializers.HistoryEntrySerializer(rows, many=True).data)


class WordingView(ItemView):
    """Word an item of which the importer was not sure, or say that it can't be worded."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ANNOTATORS}

    @extend_schema(
        operation_id="item_word",
        request=serializers.NewWordingSerializer,
        responses={201: serializers.SubmittedSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str, item_id: int) -> Response:
        serializer = serializers.NewWordingSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given = serializer.validated_data
        if given["impossible"]:
            item = wording.give_up_wording(item=self.item(), person=self.person, reason=given["reason"])
        else:
            item = wording.word_item(
                item=self.item(), person=self.person, before=given["before"], after=given["after"]
            )
        return submitted(item.pk, item)


class WordingPreviewView(ItemView):
    """The tokens and the mask that a wording would have."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ANNOTATORS}

    @extend_schema(
        operation_id="item_word_preview",
        request=serializers.NewWordingSerializer,
        responses=serializers.MarkedTextSerializer,
    )
    def post(self, request: Request, slug: str, item_id: int) -> Response:
        serializer = serializers.NewWordingSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given = serializer.validated_data
        item = self.item()
        check_state(State(item.state), State.NEEDS_WORDING)
        made = wording.word(item, before=given["before"], after=given["after"])
        text = Item(
            text=made.text,
            token_starts=[start for start, _ in made.spans],
            token_ends=[end for _, end in made.spans],
            mask_start=made.mask[0] if made.mask else None,
            mask_end=made.mask[1] if made.mask else None,
        )
        return Response(serializers.MarkedTextSerializer(serializers.marked_text(text)).data)
