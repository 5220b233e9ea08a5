import type { SentPlant } from "./answer-rules.ts";
import type { CaseRequest } from "./exchange.ts";
import { randomBits } from "./ids.ts";
import type { Clause } from "./report.ts";

/**
 * What the interface says of a case:
 * - `valid`: it is answered with 200 and a Plant (I11);
 * - `invalid`: that it fails is not stated; where it does, it is with 400 and an Error (I12);
 * - `silent`: valid by the types, and on the point of the case the interface says nothing; the answer is one of those two;
 * - `credentials`: nothing is said of what answers it;
 * - `elsewhere`: it is not for the operation.
 */
export type CaseKind = "valid" | "invalid" | "silent" | "credentials" | "elsewhere";

/** What a row is about. */
export interface Topic {
  readonly clause: Clause;
  readonly title: string;
}

/** One request, and what it is for. */
export interface Case {
  readonly kind: CaseKind;
  readonly title: string;
  /** What its answer shows, in the order in which it is looked at: one row for each. */
  readonly topics: readonly [Topic, ...Topic[]];
  readonly request: CaseRequest;
  readonly plant: SentPlant;
  /** The id's JSON as it is sent. */
  readonly idText: string | null;
  /** Whether the case before it sent the same id. */
  readonly repeatsId?: boolean;
  /** Whether the id is the same in every run, so that an earlier one may have taken it. */
  readonly fixedId?: boolean;
  /** Sent where a fixed id was refused by a service that refuses those that are in use. */
  readonly nearby?: () => Case;
}

export interface CaseContext {
  readonly token: string;
  readonly tag: string;
  readonly freshId: () => bigint;
}

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** All cases, in the order in which they are sent: the first tells whether there is a service at all. */
export function listCases({ token, tag, freshId }: CaseContext): Case[] {
  const json = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { authorization: _token, ...withoutToken } = json;
  const { "content-type": _type, ...withoutType } = json;

  const make = (
    { kind, title, topics }: Pick<Case, "kind" | "title" | "topics">,
    fields: Fields = {},
    sending: Sending = {},
  ): Case => {
    const { id = freshId(), ...others } = fields;
    const { headers = json, path = "/plants", encode = (text: string) => text } = sending;
    const idText = id === null ? null : String(id);
    const sent: Omit<Fields, "id"> = { name: `${tag} plant`, tag, ...others };
    // By hand, since JSON.stringify has no way to write a bigint as bare digits.
    const members = Object.entries(sent)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    return {
      kind,
      title,
      topics,
      request: {
        path,
        headers,
        body: encode(`{${[...(idText === null ? [] : [`"id":${idText}`]), ...members].join()}}`),
      },
      plant: { id: typeof id === "bigint" ? id : undefined, name: textOf(sent.name), tag: textOf(sent.tag) },
      idText,
    };
  };
  const of =
    (kind: CaseKind) =>
    (clause: Clause, title: string, fields?: Fields, sending?: Sending): Case =>
      make({ kind, title, topics: [{ clause, title }] }, fields, sending);
  const [valid, invalid, silent, credentials] = [of("valid"), of("invalid"), of("silent"), of("credentials")];
  const withBody = (clause: Clause, title: string, body: string | undefined): Case =>
    invalid(clause, title, { id: null, name: undefined, tag: undefined }, { encode: () => body });
  const withId = (id: bigint, title: string, random?: () => bigint): Case => ({
    ...valid("I5", title, { id }),
    fixedId: true,
    ...(random && { nearby: () => valid("I5", `${title}: a random one nearby, which no run took`, { id: random() }) }),
  });

  const used = freshId();
  // From 2^61 on, a double holds multiples of 512 alone, so it takes the first for the second.
  const even = 2n ** 61n + randomBits(50) * 1024n;

  return [
    make(
      {
        kind: "valid",
        title: "the smallest NewPlant",
        topics: [
          { clause: "I1", title: "POST {base_url}/plants is there" },
          { clause: "I2", title: "it is under the base URL that the caller gave, with the path of that" },
          { clause: "I3", title: "no version stands in the path" },
          { clause: "I8", title: "no path and no query parameters are needed" },
          { clause: "I11", title: "the smallest NewPlant, an id and a name, is answered with 200" },
          { clause: "I13", title: "the bearer token is taken" },
          { clause: "I9", title: "the 200 is a JSON object, as application/json" },
          { clause: "I4", title: "the object is a Plant" },
        ],
      },
      { tag: undefined },
    ),
    valid("I11", "the fullest NewPlant: an id, a name and a tag"),
    valid("I4", "a name in many scripts", { name: `${tag} Ñandú Ελιά Кедр شجرة עץ ต้นไม้ 植物 나무` }),
    valid("I4", "a name beyond the Basic Multilingual Plane, with joiners", { name: `${tag} 🌱👩🏽‍🌾𝄞𠮷` }),
    valid("I4", "a name with a combining character", { name: `${tag} cafe\u0301` }),
    valid("I4", "a name with quotes, a backslash and markup", { name: `${tag} "\\/' <b>&amp;</b> \${x} %00` }),
    valid("I4", "a tag in many scripts", { tag: `${tag} Ελιά 植物 🌱` }),
    silent("I4", "an empty name", { name: "" }),
    silent("I4", "a name with control characters", { name: `${tag} \u0000\u0001\t\r\n\u007f` }),
    silent("I4", "a name of 10,000 characters", { name: tag.padEnd(10_000, " plant") }),

    valid("I11", "an id for the first time", { id: used }),
    { ...silent("I5", "the same id once more", { id: used }), repeatsId: true },
    withId(0n, "an id of 0"),
    withId(-1n, "an id of -1, one beyond 0"),
    withId(2n ** 53n + 1n, "an id of 2^53 + 1", () => 2n ** 53n + 1n + 2n * randomBits(51)),
    withId(2n ** 53n + 2n, "an id of 2^53 + 2, one beyond that", () => 2n ** 53n + 2n * randomBits(51)),
    withId(MIN_INT64, "an id of -2^63, the smallest int64", () => MIN_INT64 + randomBits(40)),
    withId(MAX_INT64, "an id of 2^63 - 1, the largest int64", () => MAX_INT64 - randomBits(40)),
    valid("I5", "a random id beyond 2^61", { id: even }),
    valid("I5", "that id plus one, which is the same to a double", { id: even + 1n }),
    invalid("I12", "an id of 2^63, one beyond int64", { id: String(MAX_INT64 + 1n) }),
    invalid("I12", "an id of -2^63 - 1, one beyond int64", { id: String(MIN_INT64 - 1n) }),

    make(
      {
        kind: "invalid",
        title: "a body without a name",
        topics: [
          { clause: "I12", title: "a body without a name is answered with 400" },
          { clause: "I10", title: "the 400 is a JSON object, as application/json" },
          { clause: "I6", title: "the object is an Error" },
        ],
      },
      { name: undefined },
    ),
    invalid("I12", "the name is a number", { name: 42 }),
    invalid("I12", "the name is null", { name: null }),
    invalid("I12", "the tag is a number", { tag: 42 }),
    invalid("I12", "the tag is null", { tag: null }),
    invalid("I12", "the id is missing", { id: null }),
    invalid("I12", "the id is a string", { id: `"${freshId()}"` }),
    invalid("I12", "the id is a fraction", { id: "42.5" }),
    invalid("I12", "the id is null", { id: "null" }),
    invalid("I12", "the id is true", { id: "true" }),
    withBody("I12", "an empty object", "{}"),
    withBody("I12", "an array", "[]"),
    withBody("I12", "a string", '"Fern"'),
    withBody("I12", "null", "null"),
    withBody("I7", "no body", undefined),
    invalid("I7", "JSON that breaks off", {}, { encode: (text) => text.slice(0, -1) }),
    invalid("I7", "JSON that is not UTF-8", { name: `${tag} caf\u00e9` }, { encode: toLatin1 }),
    invalid("I7", "JSON as text/plain", {}, { headers: { ...json, "content-type": "text/plain" } }),
    invalid("I7", "JSON without a content type", {}, { headers: withoutType }),
    silent(
      "I7",
      "application/json; charset=utf-8",
      {},
      { headers: { ...json, "content-type": "application/json; charset=utf-8" } },
    ),
    silent("I5", "fields that NewPlant does not declare", { height: 42, owner: { name: "Ada" } }),

    credentials("I13", "no token", {}, { headers: withoutToken }),
    credentials("I13", "an empty token", {}, { headers: { ...json, authorization: "Bearer" } }),
    credentials("I13", "a wrong token", {}, { headers: { ...json, authorization: `Bearer wrong-${randomText()}` } }),
    credentials("I13", "another scheme than bearer", {}, { headers: { ...json, authorization: "Basic Og==" } }),
    of("elsewhere")("I1", "a path that the interface does not know", {}, { path: `/unknown-${randomText()}` }),
  ];
}

/** In place of what a case sends otherwise. A `bigint` id is sent as its digits, a string as the JSON that it is. */
interface Fields {
  readonly id?: bigint | string | null;
  readonly name?: unknown;
  readonly tag?: unknown;
  readonly height?: number;
  readonly owner?: object;
}

interface Sending {
  readonly headers?: CaseRequest["headers"];
  readonly path?: string;
  readonly encode?: (text: string) => CaseRequest["body"];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function toLatin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function randomText(): string {
  return randomBits(60).toString(36);
}
