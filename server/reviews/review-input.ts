// Parses the requests of the review routes and reports all faults at once.

import { z } from 'zod'
import { environments } from '../kernel/environment.ts'
import { isId } from '../kernel/ids.ts'
import { instantOrDate } from '../kernel/instant.ts'
import { parserOf } from '../kernel/parse-or-refuse.ts'
import { documentTypes, markets } from '../markets/market.ts'
import { reviewOutcomes } from '../verifications/review-summary.ts'
import {
  assignedAtOnceMax,
  findingCodes,
  findingSubjects,
  noteAudiences,
  noteCharactersMax,
  outcomeReasons,
  queueOrders,
  queueViews,
  reasonsMax,
  rejectionReasons,
  reviewCauses,
  unassigned,
} from './review.ts'

const valuesMax = 50
const noticesAtOnceMax = 100

const noteText = z
  .string({ error: 'A note must be a text.' })
  .trim()
  .min(1, 'A note must not be empty.')
  .max(noteCharactersMax, `A note has at most ${noteCharactersMax} characters.`)

const countries = markets.map(({ country }) => country)

const environment = oneOf('environment', environments).default('live')

const idOf = (name: string, prefix: 'rev' | 'prp' | 'usr' | 'rnt') =>
  z
    .string({ error: `${name} must be an id.` })
    .refine((text) => isId(prefix, text), `${name} must be an id.`)

export const reasonsFor = <Reason extends string>(reasons: readonly Reason[]) =>
  z
    .array(oneOf('reasons', reasons), { error: 'reasons must be a list.' })
    .min(1, 'reasons must have at least one reason.')
    .max(reasonsMax, `reasons has at most ${reasonsMax} reasons.`)
    .refine((given) => new Set(given).size === given.length, 'reasons must not repeat a reason.')

/** A user, or `none`. */
const assignee = z.union([z.literal(unassigned), idOf('assignee', 'usr')], {
  error: 'assignee must be the id of a user, or none.',
})

const decisionFields = {
  note: noteText.optional(),
  checker_id: idOf('checker_id', 'usr').optional(),
}

const bodies = {
  queue: z.object({
    environment,
    state: oneOf('state', queueViews).default('open'),
    order: oneOf('order', queueOrders).default('due'),
    assignee: severalOf('assignee', assignee),
    cause: severalOf('cause', oneOf('cause', reviewCauses)),
    country: severalOf('country', oneOf('country', countries)),
    id_type: severalOf('id_type', oneOf('id_type', documentTypes)),
    overdue: oneOf('overdue', ['true', 'false']).default('false'),
    outcome: severalOf('outcome', oneOf('outcome', reviewOutcomes)),
    reviewer: idOf('reviewer', 'usr').optional(),
  }),
  counts: z.object({
    environment,
    since: instantOrDate('since').optional(),
  }),
  waiting: z.object({ environment }),
  claim: z.object({
    renews: z.boolean({ error: 'renews must be true or false.' }).default(false),
  }),
  notices: z.object({
    ids: z
      .array(idOf('ids', 'rnt'), { error: 'ids must be a list.' })
      .min(1, 'ids must have at least one id.')
      .max(noticesAtOnceMax, `ids has at most ${noticesAtOnceMax} ids.`),
  }),
  assignment: z.object({ assignee }),
  assignments: z.object({
    assignee,
    ids: z
      .array(idOf('ids', 'rev'), { error: 'ids must be a list.' })
      .min(1, 'ids must have at least one id.')
      .max(assignedAtOnceMax, `ids has at most ${assignedAtOnceMax} ids.`),
  }),
  next: z.object({ environment, after: idOf('after', 'rev').optional() }),
  note: z.object({ audience: oneOf('audience', noteAudiences).default('staff'), text: noteText }),
  finding: z.object({
    finding: oneOf('finding', findingCodes),
    about: oneOf('about', findingSubjects).optional(),
    note: noteText.optional(),
  }),
  decision: z.discriminatedUnion(
    'outcome',
    [
      z.object({
        outcome: z.literal('confirm'),
        reasons: reasonsFor(outcomeReasons.confirm),
        ...decisionFields,
      }),
      z.object({
        outcome: z.literal('dispute'),
        reasons: reasonsFor(outcomeReasons.dispute),
        ...decisionFields,
      }),
      z.object({
        outcome: z.literal('approved'),
        reasons: reasonsFor(outcomeReasons.approved),
        ...decisionFields,
      }),
      z.object({
        outcome: z.literal('declined'),
        reasons: reasonsFor(outcomeReasons.declined),
        ...decisionFields,
      }),
    ],
    { error: 'outcome must be one of confirm, dispute, approved, declined.' },
  ),
  approval: z.object({ proposal_id: idOf('proposal_id', 'prp'), note: noteText.optional() }),
  rejection: z.object({
    proposal_id: idOf('proposal_id', 'prp'),
    reason: oneOf('reason', rejectionReasons),
    note: noteText.optional(),
  }),
}

export const parseReview = parserOf(bodies, { absentCode: 'invalid' })

/** Values with commas between them; none means all. */
function severalOf<Value>(name: string, one: z.ZodType<Value, string>) {
  return z
    .string()
    .default('')
    .transform((text) => [...new Set(text.split(',').filter((part) => part !== ''))])
    .pipe(z.array(one).max(valuesMax, `${name} has at most ${valuesMax} values.`))
}

function oneOf<Word extends string>(name: string, words: readonly Word[]) {
  return z.enum(words, {
    error: `${name} must be one of ${words.join(', ')}.`,
  })
}
