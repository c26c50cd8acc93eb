// Which page stands at which address: those of the door by themselves, all others inside the frame.

import { createBrowserRouter } from 'react-router'
import type { Page } from '../pages/page.ts'
import { doorPages, pages } from '../pages/pages.tsx'
import { loadPageWords } from '../words/language.ts'
import { BrokenPage } from './broken-page.tsx'
import { FirstPage, NotFoundPage } from './no-page.tsx'

export function createRoutes() {
  return createBrowserRouter(
    [
      {
        ErrorBoundary: BrokenPage,
        HydrateFallback: Nothing,
        children: [
          ...doorPages.map((page) => ({ path: page.path, lazy: () => open(page) })),
          {
            // Whoever is not signed in needs nothing of it.
            lazy: async () => ({ Component: (await import('./frame.tsx')).Frame }),
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

/** A page and what it says come side by side. */
async function open({ load, words }: Pick<Page, 'load' | 'words'>) {
  const [Component] = await Promise.all([load(), loadPageWords(words)])
  return { Component }
}

/** Until the first page is there, the canvas is all there is. */
function Nothing() {
  return null
}
