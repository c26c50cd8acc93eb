// Reads what Smile ID's search for fraud (Smile Secure) says beside a result: the field `Antifraud`, in the form of
// its Java library and in the older one of its documentation. Pure.

import { z } from 'zod'

/** `unreadable`: it says something that we do not understand. */
type FraudSignal = 'none' | 'suspected' | 'unreadable'

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

export function readFraudSignal(antifraud: unknown): FraudSignal {
  const parsed = antifraudSchema.safeParse(antifraud)
  if (!parsed.success) return 'unreadable'
  const { summary, smile_secure: secure, SuspectUsers: suspects = [] } = parsed.data ?? {}
  const isSuspected =
    (summary?.fraud_detected ?? (summary?.fraud_sources ?? []).length > 0) ||
    String(secure?.ResultCode).trim() === codeSuspectsFound ||
    [...suspects, ...(secure?.SuspectUsers ?? [])].length > 0
  return isSuspected ? 'suspected' : 'none'
}
