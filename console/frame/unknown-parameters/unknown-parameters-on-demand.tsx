// Loads the notice of unknown parameters once the address has any but the environment, which pages write themselves, or
// a misspelled environment.

import { useSearchParams } from 'react-router'
import { loadPageWords } from '../../words/language.ts'
import { environmentsInOrder } from '../environment.tsx'
import { useWhenWanted } from '../use-on-demand.ts'

export function UnknownParametersOnDemand({ path }: { readonly path: string }) {
  const [parameters] = useSearchParams()
  const isWanted = [...parameters].some(
    ([name, value]) => name !== 'environment' || !isEnvironment(value),
  )
  const Notice = useWhenWanted(isWanted, loadNotice)
  return Notice && <Notice path={path} />
}

function isEnvironment(text: string): boolean {
  return environmentsInOrder.some((one) => one === text)
}

async function loadNotice() {
  const words = loadPageWords(['address'])
  const [{ UnknownParameters }] = await Promise.all([import('./unknown-parameters.tsx'), words])
  return UnknownParameters
}
