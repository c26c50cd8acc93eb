// Reads what Smile ID's search for fraud (Smile Secure) says beside a result: the field `Antifraud`, in the form of
// its Java library and in the older one of its documentation. Pure.

import { z } from 'zod'

type FraudSignal =
  | { readonly kind: 'none' }
  /** It says something that we do not understand. */
  | { readonly kind: 'unreadable' }
  /** `sameFace`: the users with the same face, if that is all that is suspicious. */
  | { readonly kind: 'suspected'; readonly sameFace: readonly string[] | undefined }

/** Related users were found: the code of Smile Secure's own result. */
export const codeSuspectsFound = '5211'

/** Smile ID writes `Not Available` where it has nothing to say. */
const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (value === null || value === 'Not Available' ? undefined : value),
    schema.optional(),
  )

const flag = z.union([
  z.boolean(),
  z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'insensitive' }),
])

const suspectUsers = orNothing(z.array(z.unknown()))

const antifraudSchema = orNothing(
  z.object({
    summary: orNothing(
      z.object({ fraud_detected: orNothing(flag), fraud_sources: orNothing(z.array(z.unknown())) }),
    ),
    smile_secure: orNothing(
      z.object({
        ResultCode: orNothing(z.union([z.string(), z.number()])),
        SuspectUsers: suspectUsers,
      }),
    ),
    SuspectUsers: suspectUsers,
  }),
)

/** A related user whose face is the same, and nothing else; the older form gives one reason, the newer a list. */
const sameFace = z
  .object({
    user_id: z.string().min(1),
    reason: orNothing(z.literal('same-person')),
    reasons: orNothing(z.array(z.literal('same-person'))),
  })
  .refine(({ reason, reasons = [] }) => reason !== undefined || reasons.length > 0)
  .transform((user) => user.user_id)

/** More related users than one customer can be: nobody looks them up. */
const sameFaceMax = 100

/** The name of Smile Secure among the sources of a suspicion. */
const searchOfFaces = 'smile_secure'

export function readFraudSignal(antifraud: unknown): FraudSignal {
  const parsed = antifraudSchema.safeParse(antifraud)
  if (!parsed.success) return { kind: 'unreadable' }
  const { summary, smile_secure: secure, SuspectUsers: older = [] } = parsed.data ?? {}
  const suspects = [...older, ...(secure?.SuspectUsers ?? [])]
  const sources = summary?.fraud_sources ?? []
  const isSuspected =
    (summary?.fraud_detected ?? sources.length > 0) ||
    String(secure?.ResultCode).trim() === codeSuspectsFound ||
    suspects.length > 0
  if (!isSuspected) return { kind: 'none' }
  const users = z.array(sameFace).min(1).max(sameFaceMax).safeParse(suspects)
  const isOfFacesAlone = users.success && sources.every((source) => source === searchOfFaces)
  return { kind: 'suspected', sameFace: isOfFacesAlone ? users.data : undefined }
}
