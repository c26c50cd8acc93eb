// Submission date filter, as kept in the address: a range ending today (`today`, `7d`, `30d`) or
// custom days (`2026-11-01..2026-11-21`, either may be missing). Days start and end in the reader's
// time zone.

export const presets = ['today', '7d', '30d'] as const
type Preset = (typeof presets)[number]

export interface OwnDays {
  /** YYYY-MM-DD; empty where open. Both days are inclusive. */
  readonly from: string
  readonly to: string
}

type Days =
  | { readonly kind: 'preset'; readonly preset: Preset }
  | ({ readonly kind: 'own' } & OwnDays)

/** undefined for anything else. */
export function readDays(text: string): Days | undefined {
  const preset = presets.find((one) => one === text)
  if (preset !== undefined) return { kind: 'preset', preset }
  const [, from = '', to = ''] = ownDays.exec(text) ?? []
  return isOwn({ from, to }) ? { kind: 'own', from, to } : undefined
}

export function writeOwnDays({ from, to }: OwnDays): string {
  return `${from}..${to}`
}

/** Whether both are calendar days in order, at least one of them set. */
export function isOwn({ from, to }: OwnDays): boolean {
  const given = [from, to].filter((day) => day !== '')
  const isReal = given.every((day) => !Number.isNaN(Date.parse(`${day}T00:00`)))
  return given.length > 0 && isReal && (from === '' || to === '' || from <= to)
}

interface CreatedSpan {
  readonly created_from?: string
  readonly created_to?: string
}

/** For the server: start inclusive, end exclusive. Unreadable text chooses nothing; the page names it. */
export function spanOf(text: string, now = new Date()): CreatedSpan {
  const days = readDays(text)
  if (days === undefined) return {}
  if (days.kind === 'preset') {
    return { created_from: midnight(now, -daysBack[days.preset]).toISOString() }
  }
  const { from, to } = days
  return {
    ...(from === '' ? {} : { created_from: midnight(localDay(from)).toISOString() }),
    ...(to === '' ? {} : { created_to: midnight(localDay(to), 1).toISOString() }),
  }
}

const ownDays = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/

/** Today counts as one of them. */
const daysBack: Readonly<Record<Preset, number>> = { today: 0, '7d': 6, '30d': 29 }

function localDay(day: string): Date {
  return new Date(`${day}T00:00`)
}

/** By calendar, since some days have 23 hours. */
function midnight(at: Date, moreDays = 0): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + moreDays)
}
