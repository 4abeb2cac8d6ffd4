"""The codes of every error: clients branch on them, so they never change their meaning."""

from enum import StrEnum


class Code(StrEnum):
    """What went wrong: a word for programs, and a sentence about it for people."""

    about: str

    def __new__(cls, word: str, about: str) -> "Code":
        """Keep the sentence beside the word."""
        code = str.__new__(cls, word)
        code._value_ = word
        code.about = about
        return code

    # requests that cannot be read
    MALFORMED_REQUEST = "malformed_request", "The body is not JSON, or a member is there twice."
    INVALID_REQUEST = "invalid_request", "The request does not fit the contract; see `errors`."
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type", "The body has to be application/json."
    BODY_TOO_LARGE = "body_too_large", "Bodies have at most 64 KiB."
    METHOD_NOT_ALLOWED = "method_not_allowed", "The address is right, the method is not."

    RATE_LIMITED = "rate_limited", "Too many requests: `Retry-After` says when to go on."

    # who may do what
    TOKEN_NEEDED = "token_needed", "Send a token: `Authorization: Bearer …`."
    INVALID_TOKEN = "invalid_token", "The token is not signed by us, or not for this platform."
    EXPIRED_TOKEN = "expired_token", "The token's time is over: get a new one."
    MISSING_SCOPE = "missing_scope", "The token does not allow this."
    NOT_SEATED = "not_seated", "Only those who sit at the table may do this."

    # what is not there
    NOT_FOUND = "not_found", "There is nothing at this address."
    UNKNOWN_EDITION = "unknown_edition", "Nobody knows an edition of this name."
    EDITION_NOT_SERVED = "edition_not_served", "The edition exists, but is not served here."
    VERSION_NOT_SERVED = "version_not_served", "The game keeps rules that are not served here."
    UNKNOWN_GAME = "unknown_game", "There is no such game of this edition."
    UNKNOWN_MESSAGE = "unknown_message", "No dead message has this id."
    UNKNOWN_PLAYER = "unknown_player", "There is no such player."
    UNKNOWN_TOKEN = "unknown_token", "You have no such token."
    UNKNOWN_TABLE = "unknown_table", "There is no such table, or it is private."
    UNKNOWN_TICKET = "unknown_ticket", "You have no such ticket."
    UNKNOWN_TOURNAMENT = "unknown_tournament", "There is no such tournament."
    UNKNOWN_ROUND = "unknown_round", "The tournament has no such round."
    UNKNOWN_WEBHOOK = "unknown_webhook", "You have no such webhook."
    UNKNOWN_DELIVERY = "unknown_delivery", "The webhook has no such delivery."

    # what cannot be done now
    WRONG_NUMBER_OF_PLAYERS = "wrong_number_of_players", "The edition is for other numbers."
    STALE_VERSION = "stale_version", "The game has gone on; `version` says where it is."
    KEY_REUSED = "idempotency_key_reused", "The key was used before, for another request."
    MALFORMED_MOVE = "malformed_move", "This is no move of this family of games."
    ILLEGAL_MOVE = "illegal_move", "The move breaks the rule that `rule` names."
    NOT_YOUR_TURN = "not_your_turn", "Your seat may not act now."
    GAME_OVER = "game_over", "The game has ended."
    GAME_NOT_FINISHED = "game_not_finished", "The record is there when the game is over."
    IMPOSSIBLE_SHEET = "impossible_sheet", "No game of this edition leads to such a sheet."

    TABLE_NOT_OPEN = "table_not_open", "The game at this table has begun, or it was closed."
    TABLE_FULL = "table_full", "Every seat is taken."
    ALREADY_SEATED = "already_seated", "You sit at this table already."
    NOT_AT_TABLE = "not_at_table", "You do not sit at this table."
    NOT_THE_HOST = "not_the_host", "Only the host of the table may do this."
    TOO_FEW_PLAYERS = "too_few_players", "More have to sit down first."
    TABLE_NOT_FINISHED = "table_not_finished", "The game at this table is not over."
    WRONG_INVITE = "wrong_invite", "The table is private: one needs its invitation."
    ALREADY_WAITING = "already_waiting", "You wait for a table already."
    TOURNAMENT_NOT_OPEN = "tournament_not_open", "Nobody can enter or start it any more."
    TOURNAMENT_NOT_RUNNING = "tournament_not_running", "The tournament is not being played."
    TOURNAMENT_FULL = "tournament_full", "Every place is taken."
    ALREADY_ENTERED = "already_entered", "You take part already."
    NOT_ENTERED = "not_entered", "You do not take part."
    NOT_THE_ORGANISER = "not_the_organiser", "Only the organiser may do this."
    POINTS_REFUSED = "points_refused", "These match points cannot be shared, or places are missing."
    FORBIDDEN_ADDRESS = "forbidden_address", "Webhooks go to public addresses, over https."
    TOO_MANY_WEBHOOKS = "too_many_webhooks", "A player has at most ten webhooks."
    BUSY = "busy", "Too many want to change the same thing at once: try again."

    # our own failures
    INTERNAL_ERROR = "internal_error", "Our mistake. Tell us the `request_id`."
    RULES_UNAVAILABLE = "rules_unavailable", "The game is running, but its rules do not answer."
    ENGINE_UNAVAILABLE = "engine_unavailable", "Nobody serves the edition now: try again later."
    STORE_UNAVAILABLE = "store_unavailable", "Try again; a repeated key is answered once."
