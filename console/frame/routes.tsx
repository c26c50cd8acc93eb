// Routes: sign-in pages on their own, all other pages inside the frame.

import type { ComponentType } from 'react'
import { createBrowserRouter } from 'react-router'
import type { ConsolePage } from '../pages/page.ts'
import { pages, signedOutPages } from '../pages/pages.tsx'
import { loadPageWords } from '../words/language.ts'
import { BrokenPage } from './broken-page.tsx'
import { PageFrame } from './frame.tsx'
import { FirstPage, NotFoundPage } from './no-page.tsx'

export function createRoutes() {
  return createBrowserRouter(
    [
      {
        ErrorBoundary: BrokenPage,
        HydrateFallback: Nothing,
        children: [
          ...signedOutPages.map((page) => ({ path: page.path, lazy: () => open(page) })),
          {
            Component: PageFrame,
            children: [
              { index: true, Component: FirstPage },
              ...pages.map((page) => ({
                path: page.path,
                handle: page,
                ErrorBoundary: BrokenPage,
                lazy: () => open(page),
              })),
              { path: '*', Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
    { basename: '/console' },
  )
}

/** Loads a page and its texts in parallel. */
function open({ load, words }: Pick<ConsolePage, 'load' | 'words'>) {
  return arrived(async () => (await Promise.all([load(), loadPageWords(words)]))[0])
}

/**
 * Shows an error page where a page cannot be loaded, because the appliance is down or was updated:
 * the router would render nothing.
 */
async function arrived(load: () => Promise<ComponentType>) {
  try {
    return { Component: await load() }
  } catch {
    return { Component: BrokenPage }
  }
}

/** Renders nothing until the first page is loaded. */
function Nothing() {
  return null
}
