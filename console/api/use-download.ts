// Downloads a file that the server creates and saves it.

import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { saveFile } from '../frame/save-file.ts'
import type { Query } from './api-client.ts'
import { useApi } from './api-context.tsx'
import type { ApiRefusal } from './refusal.ts'

interface Download {
  readonly path: string
  readonly query?: Query
  /** Of a POST, for a file whose making is recorded. */
  readonly json?: Readonly<Record<string, string>>
  /** Name of the saved file. */
  readonly name: string
}

export function useDownload(): UseMutationResult<void, ApiRefusal, Download> {
  const api = useApi()
  return useMutation({
    async mutationFn({ path, query, json, name }) {
      const ask = json === undefined ? { query: query ?? {} } : ({ method: 'POST', json } as const)
      saveFile(await api.askForFile(path, ask), name)
    },
  })
}
