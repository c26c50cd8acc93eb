// Loads the notice of unknown parameters once the address has any but the environment, which pages write themselves.

import { useSearchParams } from 'react-router'
import { loadPageWords } from '../../words/language.ts'
import { useWhenWanted } from '../use-on-demand.ts'

export function UnknownParametersOnDemand({ path }: { readonly path: string }) {
  const [parameters] = useSearchParams()
  const isWanted = [...parameters.keys()].some((name) => name !== 'environment')
  const Notice = useWhenWanted(isWanted, loadNotice)
  return Notice && <Notice path={path} />
}

async function loadNotice() {
  const words = loadPageWords(['address'])
  const [{ UnknownParameters }] = await Promise.all([import('./unknown-parameters.tsx'), words])
  return UnknownParameters
}
