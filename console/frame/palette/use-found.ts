// What the text in the palette finds by id or reference, while the user types. Personal data is not searched, so
// nothing is recorded; the text is in the body of the request, because it may be a document number all the same.

import { useEffect, useState } from 'react'
import type { HitJson } from '../../../server/console-api/search/search-json.ts'
import { useApi } from '../../api/api-context.tsx'
import type { ListPage } from '../../api/use-api.ts'

type Found =
  | { readonly kind: 'idle' | 'asked' | 'failed'; readonly hits: readonly HitJson[] }
  | { readonly kind: 'found'; readonly hits: readonly HitJson[] }

const pauseMs = 180
const charactersMin = 3
const idle: Found = { kind: 'idle', hits: [] }

export function useFound(text: string): Found {
  const api = useApi()
  const [found, setFound] = useState<Found>(idle)
  const q = text.trim()
  useEffect(() => {
    if (q.length < charactersMin) return setFound(idle)
    const asking = new AbortController()
    const { signal } = asking
    setFound({ kind: 'asked', hits: [] })
    const timer = setTimeout(() => {
      const json = { q, scope: 'ids_and_references' }
      api.ask<ListPage<HitJson>>('/search', { method: 'POST', json, signal }).then(
        ({ items }) => !signal.aborted && setFound({ kind: 'found', hits: items }),
        () => !signal.aborted && setFound({ kind: 'failed', hits: [] }),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [api, q])
  return found
}
