// Sends the try-out request to this appliance with the key and without the session cookie, as any
// client would.

export interface TryRequest {
  readonly method: string
  /** Starts with `/v1/`. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | undefined
}

export interface TryAnswer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Indented if it is JSON. */
  readonly text: string
  readonly durationMs: number
}

/** @throws TypeError where there was no response */
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
