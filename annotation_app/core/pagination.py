from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """Numbered pages; a client may ask for up to 200 rows at once."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
