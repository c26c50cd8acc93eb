// The custom days of a period, as kept in the address.

/** Days such as `2026-11-21`, both inclusive; empty where none is chosen. */
export interface CustomDays {
  readonly from: string
  readonly to: string
}

export function daysIn(parameters: URLSearchParams): CustomDays {
  return { from: parameters.get('from') ?? '', to: parameters.get('to') ?? '' }
}
