import { account } from "./account";
import { notifications } from "./notifications";
import { record } from "./record";

import { tasks } from "./tasks";

export const app = {
  common: {
    loading: "Loading",
    retry: "Try again",
    cancel: "Cancel",
    close: "Close",
    showPassword: "Show the password",
    toMyWork: "To my work",
    nextItem: "Take the next item",
  },
  shell: {
    skipToPage: "Skip to the page",
    places: "Places",
    switchBenchmark: "Benchmark: {{title}}. Switch to another",
    personMenu: "{{name}}: account",
    account: "Account",
    accounts: "Accounts of this server",
    signOut: "Sign out",
    toLight: "Light colours",
    toDark: "Dark colours",
  },
  notifications,
  record,
  account,
  role: { annotator: "Annotator", senior: "Senior", admin: "Admin" },
  signIn: {
    title: "Sign in",
    lead: "Build a benchmark of reasons, and see which models have good ones.",
    username: "User name",
    password: "Password",
    submit: "Sign in",
  },
  home: {
    title: "Your benchmarks",
    lead: "Choose where to work.",
    noBenchmark: {
      title: "No benchmark yet",
      detail: "You are in no benchmark so far. Ask an admin to add the user name “{{username}}”.",
    },
  },
  notFound: {
    title: "There is no such page",
    detail: "The address may be mistyped, or what it showed may be gone.",
  },
  work: {
    title: "My work",
    waiting_one: "{{count}} waits for you.",
    waiting_other: "{{count}} wait for you.",
    begun_one: "One is begun and reserved for you.",
    begun_other: "{{count}} are begun and reserved for you.",
    start: "Start",
    resume: "Continue",
    alsoEmpty: "Nothing now for: {{duties}}",
    nothing: {
      title: "Nothing waits for you",
      detail: "Everything you may do now is done. New work appears here by itself as others finish theirs.",
      until: "Others are on everything that is open. An item may be free again at {{time}}.",
      admin: "You have no annotation duties in this benchmark. Its administration is in the links above.",
    },
  },
  duty: {
    word_item: { title: "Fix the wording", lead: "Turn a question and its answer into a statement." },
    propose_mask: { title: "Propose masks", lead: "Choose the words a model has to guess." },
    rate_mask: { title: "Rate masks", lead: "Say how surely the hidden words can be guessed." },
    write_rationale: { title: "Highlight rationales", lead: "Mark the words that give the answer away." },
    modify_rationale: { title: "Modify rationales", lead: "Improve a rationale the seniors sent back." },
    score_rationale: { title: "Score rationales", lead: "Judge whether a rationale is enough, and no more." },
    create_perturbation: { title: "Write perturbations", lead: "Change a text without changing its answer." },
    review_perturbation: { title: "Review perturbations", lead: "Check changed texts written by others." },
    settle_perturbation: { title: "Settle split reviews", lead: "Decide where two reviewers disagree." },
  },
  keys: {
    title: "Keys",
    move: "Move from word to word",
    toggle: "Mark or unmark the word",
    extend: "Mark or unmark a stretch",
    rate: "Rate",
    score: "Score: sufficiency, then compactness",
    leaveText: "Leave a text field",
  },
  scale: { best: "best" },
  dimension: {
    semantics: "Semantics",
    grammar: "Grammar",
    knowledge: "Knowledge",
    reasoning: "Reasoning",
    computation: "Computation",
  },
  ...tasks,
  problem: {
    unknown: {
      title: "That did not work",
      detail: "The server refused, and gave no reason this page knows. Try again, or tell an admin.",
    },
    page_broke: {
      title: "This page broke",
      detail: "Reload it. What you submitted before is safe on the server.",
    },
    unreachable: {
      title: "The server can't be reached",
      detail: "Nothing was sent. Check the connection, then try again; your entries are still here.",
    },
    server_error: {
      title: "The server failed",
      detail: "Nothing was changed. Try again in a moment; if it stays so, tell an admin.",
    },
    not_signed_in: { title: "You are signed out", detail: "Sign in again to go on." },
    wrong_credentials: {
      title: "That name and password do not match",
      detail: "Check both and try again. An admin can set a new password.",
    },
    wrong_password: { title: "That is not your password", detail: "Check it and try again." },
    role_required: {
      title: "Your role does not allow this",
      detail: "Ask an admin of the benchmark for the role.",
    },
    not_found: {
      title: "There is nothing here",
      detail: "It does not exist, or you are not a member of its benchmark.",
    },
    validation_error: {
      title: "Something is missing or wrong",
      detail: "Correct the entries and send them again.",
    },
    not_allowed_in_state: {
      title: "This item has moved on",
      detail: "Someone finished this step meanwhile. Your entry was not counted; take the next item.",
    },
    not_eligible: {
      title: "This one is not yours to judge",
      detail: "Nobody judges their own work or the same work twice. Take the next item.",
    },
    already_judged: {
      title: "You have judged this already",
      detail: "Your first judgement counts. Take the next item.",
    },
    place_taken: {
      title: "The last place was just taken",
      detail: "Enough others have judged this item. Take the next one.",
    },
    nothing_changed: {
      title: "Nothing was changed",
      detail: "Change at least one word, or choose another answer.",
    },
    masked_token: { title: "The masked words can't be marked", detail: "Mark only words outside the mask." },
    stale: {
      title: "Somebody was faster",
      detail: "The item has changed since you opened it. Take the next item.",
    },
    confirmation_needed: {
      title: "Please confirm the warnings",
      detail: "The server sees something to check. Tick each warning that is meant so, then submit again.",
    },
    unavailable: { title: "Not available right now", detail: "Try again in a moment." },
    throttled: { title: "Too many tries", detail: "Wait a minute, then try again." },
  },
} as const;
