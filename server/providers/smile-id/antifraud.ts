// Reads what Smile ID's search for fraud (Smile Secure) says beside a result: the field `Antifraud`, in the form of
// its Java library and in the older one of its documentation. Pure.

import { z } from 'zod'
import { isAbsent } from './absent-text.ts'

type FraudSignal =
  | { readonly kind: 'none' }
  /** It says something that we do not understand, and not that there is no fraud. */
  | { readonly kind: 'unreadable' }
  /** `sameFace`: the users with the same face, if that is all that is suspicious. */
  | { readonly kind: 'suspected'; readonly sameFace: readonly string[] | undefined }

/**
 * The codes of Smile Secure's own result, which comes in a callback of its own: 5210 no related users were found, 5211
 * there are some, 5212 the search could not run. Source: the provider's page on Smile Secure.
 */
export const codesOfSearch = { nobodyFound: '5210', suspectsFound: '5211', notRun: '5212' } as const

/** The name of Smile Secure among the sources of a suspicion. */
const searchOfFaces = 'smile_secure'

/** More related users than one customer can be: nobody looks them up. */
const sameFaceMax = 100

/** Smile ID writes `Not Available` where it has nothing to say. */
const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) =>
      value === null || (typeof value === 'string' && isAbsent(value)) ? undefined : value,
    schema.optional(),
  )

const flag = z.union([
  z.boolean(),
  z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'insensitive' }),
])

const list = orNothing(z.array(z.unknown()))

/** Fields that are not named here are kept: they may be suspicions of another kind. */
const antifraudSchema = orNothing(
  z.looseObject({
    summary: orNothing(z.looseObject({ fraud_detected: orNothing(flag), fraud_sources: list })),
    smile_secure: orNothing(
      z.looseObject({
        ResultCode: orNothing(z.union([z.string(), z.number()])),
        ResultText: z.unknown().optional(),
        SuspectUsers: list,
      }),
    ),
    SuspectUsers: list,
  }),
)

type Antifraud = NonNullable<z.output<typeof antifraudSchema>>

/** A related user whose face is the same, and nothing else; the older form gives one reason, the newer a list. */
const sameFace = z
  .strictObject({
    user_id: z.string(),
    reason: orNothing(z.literal('same-person')),
    reasons: orNothing(z.array(z.literal('same-person'))),
  })
  .refine(({ reason, reasons = [] }) => reason !== undefined || reasons.length > 0)
  .transform((user) => user.user_id)

export function readFraudSignal(antifraud: unknown): FraudSignal {
  const parsed = antifraudSchema.safeParse(antifraud)
  if (!parsed.success) return { kind: 'unreadable' }
  if (parsed.data === undefined) return { kind: 'none' }
  const { summary, smile_secure: secure, SuspectUsers: older = [] } = parsed.data
  const suspects = [...older, ...(secure?.SuspectUsers ?? [])]
  const sources = summary?.fraud_sources ?? []
  const isSuspected =
    summary?.fraud_detected === true ||
    sources.length > 0 ||
    String(secure?.ResultCode).trim() === codesOfSearch.suspectsFound ||
    suspects.length > 0
  const isUnderstood = unknownFields(parsed.data).every(
    (fields) => Object.keys(fields).length === 0,
  )
  if (!isSuspected) {
    return { kind: isUnderstood || summary?.fraud_detected === false ? 'none' : 'unreadable' }
  }
  const users = z.array(sameFace).min(1).max(sameFaceMax).safeParse(suspects)
  const isOfFacesAlone = isUnderstood && sources.every((source) => source === searchOfFaces)
  return { kind: 'suspected', sameFace: isOfFacesAlone ? users.data : undefined }
}

const anySuspect = z.looseObject({})

/** Returns all that a suspicion says, whatever its order, which means nothing, and whichever form names a user. */
export function essenceOfFraud(antifraud: unknown) {
  const { data } = antifraudSchema.safeParse(antifraud)
  if (data === undefined) return antifraud
  const { summary, smile_secure: secure, SuspectUsers: older = [] } = data
  const suspects = [...older, ...(secure?.SuspectUsers ?? [])].map(essenceOfSuspect)
  const named = [...suspects, ...(summary?.fraud_sources ?? [])].map((one) => JSON.stringify(one))
  return { named: [...new Set(named)].toSorted(), more: unknownFields(data) }
}

function essenceOfSuspect(suspect: unknown): unknown {
  const { success, data } = anySuspect.safeParse(suspect)
  if (!success) return suspect
  const { user_id: user, reason, reasons, ...more } = data
  return [user, [reason ?? [], reasons ?? []].flat().map(String).toSorted(), more]
}

/** Returns the fields that we do not know, by the object that they stand in. */
function unknownFields({ summary, smile_secure, SuspectUsers: _, ...others }: Antifraud) {
  const { fraud_detected: _flag, fraud_sources: _sources, ...more } = summary ?? {}
  const {
    ResultCode: _code,
    ResultText: _text,
    SuspectUsers: _users,
    ...further
  } = smile_secure ?? {}
  return [others, more, further]
}
