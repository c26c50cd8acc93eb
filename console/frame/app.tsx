// Root component: theme, API client, environment, shortcuts and routes.

import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { RouterProvider } from 'react-router'
import { ApiProvider, useProofRequest } from '../api/api-context.tsx'
import { EnvironmentProvider } from './environment.tsx'
import { ShortcutProvider } from './keys/shortcuts.tsx'
import { loadPart } from './load-part.tsx'
import { createRoutes } from './routes.tsx'
import { cssVariables, theme } from './theme.ts'

const schemes = localStorageColorSchemeManager({ key: 'svc-theme' })

/** Dialogs are loaded on demand, to keep the first load small. */
const ProofDialog = loadPart(async () => (await import('./dialogs/proof-dialog.tsx')).ProofDialog)

export function App({ nonce }: { readonly nonce: string | undefined }) {
  const [router] = useState(createRoutes)
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce ?? ''}
      >
        <ApiProvider>
          <EnvironmentProvider>
            <ShortcutProvider>
              <RouterProvider router={router} />
              <ProofWanted />
            </ShortcutProvider>
          </EnvironmentProvider>
        </ApiProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

function ProofWanted() {
  const desk = useProofRequest()
  const isAsked = useSyncExternalStore(desk.subscribe, desk.isAsked)
  return isAsked ? <ProofDialog /> : null
}
