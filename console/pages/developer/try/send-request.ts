// Sends what was put together on the page to this very appliance, as any client would: with the key, without
// the session's cookie.

export interface TryRequest {
  readonly method: string
  /** Begins with `/v1/`. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | undefined
}

export interface TryAnswer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Indented where it is JSON. */
  readonly text: string
  readonly durationMs: number
}

/** @throws TypeError where no answer came */
export async function sendRequest({
  method,
  address,
  headers,
  body,
}: TryRequest): Promise<TryAnswer> {
  const startedAt = performance.now()
  const response = await fetch(address, {
    method,
    headers,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const durationMs = performance.now() - startedAt
  return { status: response.status, headers: [...response.headers], text: pretty(text), durationMs }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
