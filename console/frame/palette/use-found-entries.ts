// The entries of the palette for what its text finds: each object by its id, and the search of verifications.

import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMay } from '../../api/session.ts'
import { useEnvironment } from '../environment.tsx'
import { shortId } from '../parts/short-id.ts'
import { useSearch } from '../search-box/use-search.ts'
import { hitPlace } from './hit-place.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { useFound } from './use-found.ts'

interface FoundEntries {
  readonly kind: ReturnType<typeof useFound>['kind']
  readonly found: readonly PaletteEntry[]
  /** The search by whole number or name, which is recorded. */
  readonly searches: readonly PaletteEntry[]
}

export function useFoundEntries(text: string): FoundEntries {
  const { t } = useTranslation('palette')
  const { t: tFrame } = useTranslation('frame')
  const navigate = useNavigate()
  const { choose } = useEnvironment()
  const maySearch = useMay()('verifications.read_sandbox')
  const { go } = useSearch()
  const { kind, hits } = useFound(text)
  const found = hits.map((hit): PaletteEntry => {
    const { environment } = hit
    const more = [environment && tFrame(`environment.${environment}`), hit.external_ref]
    return {
      id: hit.id,
      group: 'found',
      label: `${t(`kinds.${hit.kind}`)} ${shortId(hit.id)}`,
      description: more.filter(Boolean).join(' · '),
      act() {
        // The lists show one environment at a time.
        if (environment !== null) choose(environment)
        void navigate(hitPlace(hit))
      },
    }
  })
  const search: PaletteEntry = {
    id: 'search-verifications',
    group: 'commands',
    label: t('commands.number'),
    icon: IconSearch,
    act: () => void go(text.trim()),
  }
  const isText = text.trim().length > 2
  return { kind, found, searches: maySearch && isText ? [search] : [] }
}
