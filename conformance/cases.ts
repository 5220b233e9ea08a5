import type { operations } from "../shared/generated/openapi.ts";
import { REDACTED_AUTHORIZATION } from "../shared/token.ts";
import type { Clause, FieldRule } from "./contract.ts";
import { CREATE_PLANT, MAX_INT64, MIN_INT64, NEW_PLANT_FIELDS, PLANT_FIELDS } from "./contract.ts";
import { type Fields, toJson } from "./json.ts";
import { randomBits } from "./random-bits.ts";

/** The response that conforms, by kind of request. */
export const EXPECTED = {
  valid: "200 and a Plant, as application/json",
  invalid: "400 and an Error, as application/json, if it fails",
  /** Valid by the schema, but a service may have reasons to reject it. */
  either: "200 and a Plant, or 400 and an Error, as application/json",
  credentials: "not stated, but a 200 has a Plant and a 400 an Error, as application/json",
} as const;

/** A request to send. */
export interface Case {
  readonly kind: keyof typeof EXPECTED;
  /** The clause that the case tests. */
  readonly clause: Clause;
  readonly title: string;
  readonly method: string;
  /** Follows the base URL. */
  readonly path: string;
  /** When they are sent, the token replaces "[redacted]". So no report can show it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: SentBody;
  /** The fields in the body. */
  readonly plant: Fields;
  /** Whether earlier runs sent the same id. */
  readonly hasFixedId?: boolean;
  /** Whether the previous case sent the same id. */
  readonly repeatsId?: boolean;
  /** What is probably wrong if the service rejects this plant, but accepted the previous one. */
  readonly rejectionMeans?: string;
}

type SentBody = string | Uint8Array<ArrayBuffer> | undefined;

type ListCases = (runId: string) => readonly Case[];

/** The cases of each operation, or `null` if the suite has none. */
const CASES: Readonly<Record<keyof operations, ListCases | null>> = { createPlant: listCreatePlantCases };

export const listCases: ListCases = (runId) => Object.values(CASES).flatMap((list) => list?.(runId) ?? []);

/** Lists the operations without cases. */
export const listNotChecked = (cases: Readonly<Record<string, ListCases | null>> = CASES): readonly string[] =>
  Object.keys(cases).filter((operation) => cases[operation] === null);

/** Starts with two valid plants and a wrong token, which show whether the service can be checked. */
function listCreatePlantCases(runId: string): readonly Case[] {
  // Counts up within int32, from a random start, so that runs rarely share an id.
  let lastId = 2n ** 30n + randomBits(29);
  const nextId = () => ++lastId;
  const json = { authorization: REDACTED_AUTHORIZATION, "content-type": "application/json" };
  const { authorization: _token, ...withoutToken } = json;
  const { "content-type": _type, ...withoutType } = json;
  const samples = mapFields(PLANT_FIELDS, ({ sample }) => sample(runId));
  const withoutOptional = mapFields(PLANT_FIELDS, ({ isRequired, sample }) => (isRequired ? sample(runId) : undefined));

  const caseBuilder =
    (kind: Case["kind"]) =>
    (clause: Clause, title: string, changes: Fields = {}, request: RequestChanges = {}): Case => {
      const { headers = json, encode = (text) => text } = request;
      const plant = { id: "id" in changes ? changes.id : nextId(), ...samples, ...changes };
      return { kind, clause, title, ...CREATE_PLANT, headers, body: encode(toBody(plant)), plant };
    };
  const valid = caseBuilder("valid");
  const invalid = caseBuilder("invalid");
  const either = caseBuilder("either");
  const credentials = caseBuilder("credentials");

  const withBody = (clause: Clause, title: string, body: string | undefined): Case => ({
    ...invalid(clause, title, { id: undefined }, { encode: () => body }),
    plant: {},
  });
  const withAuthorization = (title: string, authorization: string): Case =>
    credentials("I13", title, {}, { headers: { ...json, authorization } });
  const withType = (type: string): RequestChanges => ({ headers: { ...json, "content-type": type } });

  const withFixedId = (id: bigint, title: string): Case => ({ ...valid("I5", title, { id }), hasFixedId: true });

  const wrongValues = { "a string of digits": String(nextId()), "42.5": 42.5, true: true, null: null };
  const withoutField = (name: string) => invalid("I12", `a body without ${withArticle(name)}`, { [name]: undefined });
  const withWrongValues = (name: string, { isValid }: FieldRule) =>
    Object.entries(wrongValues)
      .filter(([, value]) => !isValid(value))
      .map(([words, value]) => invalid("I12", `${withArticle(name)} that is ${words}`, { [name]: value }));

  const unusedId = nextId();
  // From 2^61 on, doubles are multiples of 512, so this id and the next one are the same double.
  const even = 2n ** 61n + randomBits(50) * 1_024n;

  return [
    valid("I4", "the smallest NewPlant", withoutOptional),
    valid("I4", "a NewPlant with every field"),
    withAuthorization("a wrong token", `Bearer wrong-${randomBits(60).toString(36)}`),

    valid("I4", "a name in many scripts", { name: `${runId} Ñandú Ελιά Кедр شجرة עץ ต้นไม้ 植物 나무` }),
    valid("I4", "a name beyond the Basic Multilingual Plane, with joiners", { name: `${runId} 🌱👩🏽‍🌾𝄞𠮷` }),
    valid("I4", "a name with a combining character", { name: `${runId} cafe\u0301` }),
    valid("I4", "a name with quotes, a backslash and markup", { name: `${runId} "\\/' <b>&amp;</b> \${x} %00` }),
    valid("I4", "a tag in many scripts", { tag: `${runId} Ελιά 植物 🌱` }),
    either("I4", "an empty name", { name: "" }),
    either("I4", "a name with control characters", { name: `${runId} \u0000\u0001\t\r\n\u007f` }),
    either("I4", "a name with outer blanks", { name: ` ${runId} ` }),
    either("I4", "a name with an unpaired surrogate", { name: `${runId} \ud83c` }),
    either("I4", "a name of 10,000 characters", { name: runId.padEnd(10_000, " plant") }),

    valid("I5", "an unused id", { id: unusedId }),
    { ...either("I5", "the same id again", { id: unusedId }), repeatsId: true },
    withFixedId(0n, "an id of 0"),
    withFixedId(-1n, "an id of -1"),
    withFixedId(2n ** 53n + 1n, "an id of 2^53 + 1"),
    withFixedId(2n ** 53n + 2n, "an id of 2^53 + 2"),
    withFixedId(MIN_INT64, "an id of -2^63, the smallest int64"),
    withFixedId(MAX_INT64, "an id of 2^63 - 1, the largest int64"),
    valid("I5", "a random id beyond 2^61", { id: even }),
    {
      ...valid("I5", "that id plus one, the same double", { id: even + 1n }),
      rejectionMeans: "ids may be rounded to doubles",
    },
    either("I5", "fields that NewPlant doesn't declare", { $number: 42, $object: { name: "Ada" } }),

    invalid("I12", "an id of 2^63, above int64", { id: MAX_INT64 + 1n }),
    invalid("I12", "an id of -2^63 - 1, below int64", { id: MIN_INT64 - 1n }),
    ...Object.entries<FieldRule>(NEW_PLANT_FIELDS).flatMap(([name, rule]) => [
      ...(rule.isRequired ? [withoutField(name)] : []),
      ...withWrongValues(name, rule),
    ]),
    withBody("I12", "an empty object", "{}"),
    withBody("I12", "an array", "[]"),
    withBody("I12", "a string", '"Fern"'),
    withBody("I12", "null", "null"),

    withBody("I7", "no body", undefined),
    invalid("I7", "truncated JSON", {}, { encode: (text) => text.slice(0, -1) }),
    invalid("I7", "JSON that isn't UTF-8", { name: `${runId} caf\u00e9` }, { encode: toLatin1 }),
    invalid("I7", "JSON as text/plain", {}, withType("text/plain")),
    invalid("I7", "JSON without a content type", {}, { headers: withoutType }),
    either("I7", "application/json; charset=utf-8", {}, withType("application/json; charset=utf-8")),

    credentials("I13", "no token", {}, { headers: withoutToken }),
    withAuthorization("an empty token", "Bearer"),
    withAuthorization("another scheme than bearer", "Basic Og=="),
  ];
}

function toBody(plant: Fields): string {
  const members = Object.entries(plant)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${toJson(value)}`);
  return `{${members.join()}}`;
}

interface RequestChanges {
  readonly headers?: Case["headers"];
  readonly encode?: (text: string) => SentBody;
}

const mapFields = <T>(fields: Readonly<Record<string, T>>, toValue: (field: T) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toValue(field)]));

const withArticle = (name: string): string => `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;

const toLatin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (char) => char.charCodeAt(0));
