// The days of submission that the list is filtered by, as they stand in the address: a span that moves with
// today (`today`, `7d`, `30d`), or days of one's own (`2026-11-01..2026-11-21`, either of them left out).
// A day begins and ends where the reader is.

export const presets = ['today', '7d', '30d'] as const
export type Preset = (typeof presets)[number]

export interface OwnDays {
  /** YYYY-MM-DD; empty where it is open. Both days are included. */
  readonly from: string
  readonly to: string
}

export type Days =
  | { readonly kind: 'preset'; readonly preset: Preset }
  | ({ readonly kind: 'own' } & OwnDays)

/** undefined for what is neither. */
export function readDays(text: string): Days | undefined {
  const preset = presets.find((one) => one === text)
  if (preset !== undefined) return { kind: 'preset', preset }
  const [, from = '', to = ''] = ownDays.exec(text) ?? []
  return isOwn({ from, to }) ? { kind: 'own', from, to } : undefined
}

export function writeOwnDays({ from, to }: OwnDays): string {
  return `${from}..${to}`
}

/** Real days in their order, at least one of them. */
export function isOwn({ from, to }: OwnDays): boolean {
  const given = [from, to].filter((day) => day !== '')
  const isReal = given.every((day) => !Number.isNaN(Date.parse(`${day}T00:00`)))
  return given.length > 0 && isReal && (from === '' || to === '' || from <= to)
}

export interface CreatedSpan {
  readonly created_from?: string
  readonly created_to?: string
}

/** As the server takes it: the first included, the last not. What cannot be read is for it to refuse. */
export function spanOf(text: string, now = new Date()): CreatedSpan {
  const days = readDays(text)
  if (days === undefined) return { created_from: text }
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

/** By the calendar, since some days have 23 hours. */
function midnight(at: Date, moreDays = 0): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + moreDays)
}
