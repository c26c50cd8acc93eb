// Decides which rule of retention a verification is under, when it may be erased and what keeps it until then. Pure.

import { dateLocales, utcDay } from '../kernel/utc-day.ts'
import type { LegalText } from '../markets/legal-text.ts'
import {
  type RetentionFloor,
  type RetentionKind,
  retentionFloors,
} from '../markets/retention-floors.ts'
import { addPeriod, type RetentionPeriod } from '../markets/retention-period.ts'
import type { Verification } from '../verifications/verification.ts'

/** The bank's own periods, by kind of data and country. Never under the floor (`faultsOfPeriods`). */
export type RetentionPeriods = Readonly<
  Record<RetentionKind, Readonly<Record<string, RetentionPeriod>> | undefined>
>

/** What is known of a verification besides its row. */
export interface RetentionFacts {
  /** When the relationship with the client ended; undefined as long as nobody has stated it. */
  readonly relationshipEndedAt: number | undefined
  readonly isHeld: boolean
  readonly isReviewOpen: boolean
  readonly isErased: boolean
}

/** Why a verification must not be erased now. */
export type ErasureBlock =
  | 'erased'
  | 'pending'
  | 'legal_hold'
  | 'review_open'
  | 'relationship_not_ended'
  | 'retention_floor'
  | 'disposal_approval'

export interface RetentionJudgement {
  readonly kind: RetentionKind
  readonly floor: RetentionFloor
  /** Where the period begins; undefined while the verification is pending or the relationship goes on. */
  readonly startsAt: number | undefined
  /** First instant at which the law allows erasure; undefined as `startsAt`. */
  readonly floorEndsAt: number | undefined
  /** The bank's own period; undefined if none is set: nothing is erased by itself. */
  readonly period: RetentionPeriod | undefined
  /** When the daily run erases it; undefined as `startsAt`, or if no period is set. */
  readonly dueAt: number | undefined
  readonly blocks: readonly ErasureBlock[]
}

type Judged = Pick<Verification, 'environment' | 'country' | 'status' | 'completedAt'>

export function kindOfRetention({
  environment,
  status,
}: Pick<Judged, 'environment' | 'status'>): RetentionKind {
  if (environment === 'sandbox') return 'sandbox'
  return status === 'declined' || status === 'error' ? 'applicant' : 'client'
}

/** @throws Error for a country without a row in `retentionFloors` */
export function floorOf(country: string, kind: RetentionKind): RetentionFloor {
  const floor = retentionFloors[country]?.[kind]
  if (floor === undefined) throw new Error(`no retention floors are known for ${country}`)
  return floor
}

/** @param hasApproval the authority that the market's law names has approved the disposal */
export function judgeRetention(
  verification: Judged,
  facts: RetentionFacts,
  periods: RetentionPeriods,
  nowMs: number,
  hasApproval = false,
): RetentionJudgement {
  const { country, completedAt } = verification
  const kind = kindOfRetention(verification)
  const floor = floorOf(country, kind)
  const startsAt = floor.from === 'completion' ? completedAt : facts.relationshipEndedAt
  const floorEndsAt = startsAt === undefined ? undefined : endOfFloor(startsAt, floor)
  const period = periods[kind]?.[country]
  const dueAt =
    startsAt === undefined || period === undefined ? undefined : addPeriod(startsAt, period)
  const checks: Readonly<Record<ErasureBlock, boolean>> = {
    erased: facts.isErased,
    pending: verification.status === 'pending',
    legal_hold: facts.isHeld,
    review_open: facts.isReviewOpen,
    relationship_not_ended: floor.from === 'relationship_end' && startsAt === undefined,
    retention_floor: floorEndsAt !== undefined && floorEndsAt > nowMs,
    disposal_approval: floor.disposalApproval !== undefined && !hasApproval,
  }
  const blocks = facts.isErased ? (['erased'] as const) : blocksIn(checks)
  return { kind, floor, startsAt, floorEndsAt, period, dueAt, blocks }
}

function blocksIn(checks: Readonly<Record<ErasureBlock, boolean>>): readonly ErasureBlock[] {
  const names = Object.keys(checks) as readonly ErasureBlock[]
  return names.filter((name) => checks[name])
}

function endOfFloor(startsAt: number, { years }: RetentionFloor): number {
  return years === 0 ? startsAt : addPeriod(startsAt, { amount: years, unit: 'y' })
}

/** Laws are named in French where Arabic is read: their markets publish them in French. */
interface BlockText extends LegalText {
  readonly ar: string
}

/** Says why, with ground and date where there are any, and what staff can do in the console or whom they ask. */
export function blockText(
  block: ErasureBlock,
  { floor, floorEndsAt }: Pick<RetentionJudgement, 'floor' | 'floorEndsAt'>,
): BlockText {
  const dayIn = (language: keyof BlockText) =>
    floorEndsAt === undefined ? '' : unbrokenDay(floorEndsAt, language)
  const authority = floor.disposalApproval ?? ''
  const texts: Readonly<Record<ErasureBlock, BlockText>> = {
    erased: {
      en: 'It is erased already.',
      fr: 'Elle est déjà effacée.',
      ar: 'مُحيت من قبل.',
    },
    pending: {
      en: 'It is still pending. Wait until it has completed.',
      fr: 'Elle est encore en cours. Attendez son résultat.',
      ar: 'ما زالت قيد المعالجة. انتظر نتيجتها.',
    },
    legal_hold: {
      en: 'A legal hold is on it. Release it first, under Retention and erasure, Legal holds.',
      fr: 'Elle est sous gel juridique. Levez-le d’abord, sous Conservation et effacement, Gels juridiques.',
      ar: 'هي تحت تجميد قانوني. ارفعه أولا، في «الاحتفاظ والمحو»، «التجميد القانوني».',
    },
    review_open: {
      en: 'Its review is open. Decide the review first.',
      fr: 'Son examen est ouvert. Terminez d’abord l’examen.',
      ar: 'مراجعتها مفتوحة. أنهِ المراجعة أولا.',
    },
    relationship_not_ended: {
      en: `It must be kept: ${floor.law.en}. No end of the relationship is recorded. Once it has ended, ask the operator of the server to record the day.`,
      fr: `Elle doit être conservée\u00a0: ${floor.law.fr}. La fin de la relation n’est pas enregistrée. Une fois la relation terminée, demandez à l’exploitant du serveur d’en enregistrer le jour.`,
      ar: `يجب الاحتفاظ بها. لم تُسجل نهاية العلاقة. إذا انتهت فاطلب من مشغّل الخادم تسجيل يوم انتهائها. القانون: \u2068${floor.law.fr}\u2069`,
    },
    retention_floor: {
      en: `It must be kept until ${dayIn('en')}: ${floor.law.en}.`,
      fr: `Elle doit être conservée jusqu’au ${dayIn('fr')}\u00a0: ${floor.law.fr}.`,
      ar: `يجب الاحتفاظ بها حتى \u2068${dayIn('ar')}\u2069. القانون: \u2068${floor.law.fr}\u2069`,
    },
    disposal_approval: {
      en: `The law allows its disposal only with the approval of ${authority}. Give the reference of the approval.`,
      fr: `La loi n’autorise sa destruction qu’avec l’accord du ${authority}. Indiquez la référence de l’accord.`,
      ar: `لا يسمح القانون بإتلافها إلا بموافقة \u2068${authority}\u2069. أعط مرجع الموافقة.`,
    },
  }
  return texts[block]
}

/** As the console writes the end of a floor, in UTC; lines do not break within it. */
function unbrokenDay(at: number, language: keyof BlockText): string {
  return new Intl.DateTimeFormat(dateLocales[language], utcDay).format(at).replaceAll(' ', '\u00a0')
}
