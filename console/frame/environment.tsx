// Live or sandbox: chosen in the top bar, kept for this tab, and taken from the address of a link that names it.

import { createContext, type ReactNode, useContext, useState } from 'react'

export const environments = ['live', 'sandbox'] as const
export type Environment = (typeof environments)[number]

interface Choice {
  readonly environment: Environment
  choose(environment: Environment): void
}

const storageKey = 'svc-environment'
const EnvironmentContext = createContext<Choice>({ environment: 'live', choose() {} })

export function EnvironmentProvider({ children }: { readonly children: ReactNode }) {
  const [environment, setEnvironment] = useState(readEnvironment)
  const choose = (chosen: Environment) => {
    sessionStorage.setItem(storageKey, chosen)
    setEnvironment(chosen)
  }
  return (
    <EnvironmentContext.Provider value={{ environment, choose }}>
      {children}
    </EnvironmentContext.Provider>
  )
}

export function useEnvironment(): Choice {
  return useContext(EnvironmentContext)
}

function readEnvironment(): Environment {
  const inAddress = new URLSearchParams(location.search).get('environment')
  const wanted = inAddress ?? sessionStorage.getItem(storageKey)
  return environments.find((one) => one === wanted) ?? 'live'
}
