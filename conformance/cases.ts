import { MAX_INT64, MIN_INT64 } from "../src/shared/integers.ts";
import { PATH } from "../src/shared/operation.ts";
import { randomBits } from "./ids.ts";
import type { Clause } from "./report.ts";
import type { CaseRequest } from "./send.ts";

export type CaseKind = "valid" | "invalid" | "open" | "credentials" | "elsewhere";

export interface Topic {
  readonly clause: Clause;
  readonly title: string;
}

export interface SentPlant {
  readonly id: bigint | undefined;
  readonly name: string | undefined;
  readonly tag: string | undefined;
}

export interface Case {
  readonly kind: CaseKind;
  readonly title: string;
  readonly topics: readonly [Topic, ...Topic[]];
  readonly request: CaseRequest;
  readonly plant: SentPlant;
  readonly idText: string | null;
  readonly repeatsId?: boolean;
  readonly hasFixedId?: boolean;
  readonly alternative?: () => Case;
  readonly failureMeans?: string;
}

export function listCases(token: string, tag: string, nextId: () => bigint): Case[] {
  const json = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { authorization: _token, ...withoutToken } = json;
  const { "content-type": _type, ...withoutType } = json;

  const make = (
    { kind, title, topics }: Pick<Case, "kind" | "title" | "topics">,
    fields: Fields = {},
    sending: Sending = {},
  ): Case => {
    const { id = nextId(), ...others } = fields;
    const { headers = json, path = PATH, encode = (text: string) => text } = sending;
    const idText = id === null ? null : String(id);
    const plant: Omit<Fields, "id"> = { name: `${tag} plant`, tag, ...others };
    const members = Object.entries(plant)
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
      plant: { id: typeof id === "bigint" ? id : undefined, name: asString(plant.name), tag: asString(plant.tag) },
      idText,
    };
  };
  const makerFor =
    (kind: CaseKind) =>
    (clause: Clause, title: string, fields?: Fields, sending?: Sending): Case =>
      make({ kind, title, topics: [{ clause, title }] }, fields, sending);
  const valid = makerFor("valid");
  const invalid = makerFor("invalid");
  const open = makerFor("open");
  const credentials = makerFor("credentials");
  const withBody = (clause: Clause, title: string, body: string | undefined): Case =>
    invalid(clause, title, { id: null, name: undefined, tag: undefined }, { encode: () => body });
  const withId = (id: bigint, title: string, random?: () => bigint): Case => ({
    ...valid("I5", title, { id }),
    hasFixedId: true,
    ...(random && { alternative: () => valid("I5", `${title}, replaced by a random id nearby`, { id: random() }) }),
  });

  const used = nextId();
  // From 2^61 on, doubles are multiples of 512, so the even id and the one after it are the same double.
  const even = 2n ** 61n + randomBits(50) * 1024n;

  return [
    make(
      {
        kind: "valid",
        title: "the smallest NewPlant",
        topics: [
          { clause: "I1", title: "POST {base_url}/plants exists" },
          { clause: "I2", title: "the operation is under the base URL, including its path" },
          { clause: "I3", title: "the path needs no version" },
          { clause: "I8", title: "no path or query parameters are needed" },
          { clause: "I11", title: "the smallest NewPlant, an id and a name, returns 200" },
          { clause: "I13", title: "the bearer token is accepted" },
          { clause: "I9", title: "the 200 body is a JSON object, as application/json" },
          { clause: "I4", title: "the JSON object is a Plant" },
        ],
      },
      { tag: undefined },
    ),
    valid("I4", "a NewPlant with a tag"),
    valid("I4", "a name in many scripts", { name: `${tag} Ñandú Ελιά Кедр شجرة עץ ต้นไม้ 植物 나무` }),
    valid("I4", "a name beyond the Basic Multilingual Plane, with joiners", { name: `${tag} 🌱👩🏽‍🌾𝄞𠮷` }),
    valid("I4", "a name with a combining character", { name: `${tag} cafe\u0301` }),
    valid("I4", "a name with quotes, a backslash and markup", { name: `${tag} "\\/' <b>&amp;</b> \${x} %00` }),
    valid("I4", "a tag in many scripts", { tag: `${tag} Ελιά 植物 🌱` }),
    open("I4", "an empty name", { name: "" }),
    open("I4", "a name with control characters", { name: `${tag} \u0000\u0001\t\r\n\u007f` }),
    open("I4", "a name of 10,000 characters", { name: tag.padEnd(10_000, " plant") }),

    valid("I5", "an unused id", { id: used }),
    { ...open("I5", "the same id again", { id: used }), repeatsId: true },
    withId(0n, "an id of 0"),
    withId(-1n, "an id of -1"),
    withId(2n ** 53n + 1n, "an id of 2^53 + 1", () => 2n ** 53n + 1n + 2n * randomBits(51)),
    withId(2n ** 53n + 2n, "an id of 2^53 + 2", () => 2n ** 53n + 2n * randomBits(51)),
    withId(MIN_INT64, "an id of -2^63, the smallest int64", () => MIN_INT64 + randomBits(40)),
    withId(MAX_INT64, "an id of 2^63 - 1, the largest int64", () => MAX_INT64 - randomBits(40)),
    valid("I5", "a random id beyond 2^61", { id: even }),
    {
      ...valid("I5", "that id plus one, the same double", { id: even + 1n }),
      failureMeans: "ids may be rounded to doubles",
    },
    invalid("I12", "an id of 2^63, above int64", { id: String(MAX_INT64 + 1n) }),
    invalid("I12", "an id of -2^63 - 1, below int64", { id: String(MIN_INT64 - 1n) }),

    make(
      {
        kind: "invalid",
        title: "a body without a name",
        topics: [
          { clause: "I12", title: "a body without a name returns 400" },
          { clause: "I10", title: "the 400 body is a JSON object, as application/json" },
          { clause: "I6", title: "the JSON object is an Error" },
        ],
      },
      { name: undefined },
    ),
    invalid("I12", "a name that is a number", { name: 42 }),
    invalid("I12", "a name that is null", { name: null }),
    invalid("I12", "a tag that is a number", { tag: 42 }),
    invalid("I12", "a tag that is null", { tag: null }),
    invalid("I12", "a body without an id", { id: null }),
    invalid("I12", "an id that is a string", { id: `"${nextId()}"` }),
    invalid("I12", "an id that is a fraction", { id: "42.5" }),
    invalid("I12", "an id that is null", { id: "null" }),
    invalid("I12", "an id that is true", { id: "true" }),
    withBody("I12", "an empty object", "{}"),
    withBody("I12", "an array", "[]"),
    withBody("I12", "a string", '"Fern"'),
    withBody("I12", "null", "null"),
    withBody("I7", "no body", undefined),
    invalid("I7", "truncated JSON", {}, { encode: (text) => text.slice(0, -1) }),
    invalid("I7", "JSON that isn't UTF-8", { name: `${tag} caf\u00e9` }, { encode: toLatin1 }),
    invalid("I7", "JSON as text/plain", {}, { headers: { ...json, "content-type": "text/plain" } }),
    invalid("I7", "JSON without a content type", {}, { headers: withoutType }),
    open(
      "I7",
      "application/json; charset=utf-8",
      {},
      { headers: { ...json, "content-type": "application/json; charset=utf-8" } },
    ),
    open("I5", "fields that NewPlant doesn't declare", { height: 42, owner: { name: "Ada" } }),

    credentials("I13", "no token", {}, { headers: withoutToken }),
    credentials("I13", "an empty token", {}, { headers: { ...json, authorization: "Bearer" } }),
    credentials("I13", "a wrong token", {}, { headers: { ...json, authorization: `Bearer wrong-${randomText()}` } }),
    credentials("I13", "another scheme than bearer", {}, { headers: { ...json, authorization: "Basic Og==" } }),
    makerFor("elsewhere")("I1", "an unknown path", {}, { path: `/unknown-${randomText()}` }),
  ];
}

/** Replaces fields of the default plant. A `bigint` id is sent as digits, a string id as the JSON that it is. */
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

const asString = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const toLatin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (char) => char.charCodeAt(0));

const randomText = (): string => randomBits(60).toString(36);
