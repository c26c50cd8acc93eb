// Parses the few forms of cron expressions that scheduled tasks use. Pure.

type TaskTime =
  | { readonly every: 'minute' }
  | { readonly every: 'minutes'; readonly step: string }
  | { readonly every: 'hour'; readonly minute: string }
  | { readonly every: 'hours'; readonly step: string; readonly minute: string }
  | { readonly every: 'day'; readonly time: string }

/** @param line minute hour day month weekday. @returns undefined for any other form */
export function readTaskTime(line: string): TaskTime | undefined {
  const [, minute = '', hour = ''] = /^(\S+) (\S+) \* \* \*$/.exec(line) ?? []
  const step = stepOf(minute)
  if (step !== undefined) return hour === '*' ? { every: 'minutes', step } : undefined
  if (minute === '*' && hour === '*') return { every: 'minute' }
  if (!isNumber(minute)) return undefined
  if (hour === '*') return { every: 'hour', minute }
  const hours = stepOf(hour)
  if (hours !== undefined) return { every: 'hours', step: hours, minute }
  return isNumber(hour) ? { every: 'day', time: `${two(hour)}:${two(minute)}` } : undefined
}

function stepOf(part: string): string | undefined {
  return /^\*\/(\d+)$/.exec(part)?.[1]
}

function isNumber(part: string): boolean {
  return /^\d+$/.test(part)
}

function two(part: string): string {
  return part.padStart(2, '0')
}
