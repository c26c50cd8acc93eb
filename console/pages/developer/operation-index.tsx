// List of operations by name and path, with search.

import { Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BreakingName } from '../../frame/parts/breaking-name.tsx'
import contents from '../../frame/parts/contents.module.css'
import { SectionLink } from '../../frame/parts/section-link.tsx'
import classes from './developer.module.css'
import { guideFragment } from './guide/guide.ts'
import { receiversId } from './opened-part.tsx'
import type { OperationGroup, OperationHead } from './reference/read-reference.ts'
import { searchGroups } from './reference/search-operations.ts'

interface OperationIndexProps {
  readonly groups: readonly OperationGroup[]
  readonly openedId: string
}

export function OperationIndex({ groups, openedId }: OperationIndexProps) {
  const { t } = useTranslation('developer')
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed)
  const found = useMemo(() => searchGroups(groups, text), [groups, text])
  const nav = useRef<HTMLElement>(null)
  useEffect(() => showOpened(nav.current), [])
  return (
    <nav className={`${contents.contents} ${classes.index}`} aria-label={t('operations')} ref={nav}>
      <TextInput
        type="search"
        aria-label={t('search')}
        placeholder={t('searchHint')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {text.trim() === '' && <Beginning openedId={openedId} />}
      <div lang="en">
        {found.map(({ name, operations }) => (
          <section key={name}>
            <Text component="h2" size="xs" c="dimmed" className={classes.group ?? ''}>
              {name}
            </Text>
            <ul>
              {operations.map((one) => (
                <Entry key={one.id} head={one} isOpen={one.id === openedId} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {found.length === 0 && (
        <Text size="sm" c="dimmed" mt="md" role="status">
          {t('nothingFound')}
        </Text>
      )}
    </nav>
  )
}

/** Scrolls the list, not the page, to the opened operation. */
function showOpened(nav: HTMLElement | null): void {
  const entry = nav?.querySelector<HTMLElement>('[aria-current]')
  if (nav && entry) nav.scrollTop = entry.offsetTop - nav.clientHeight / 2
}

function Beginning({ openedId }: { readonly openedId: string }) {
  const { t } = useTranslation('developer')
  const parts = [
    { id: '', label: t('introduction') },
    { id: receiversId, label: t('receivers.title') },
    { id: guideFragment, label: t('guide.title') },
  ]
  return (
    <ul>
      {parts.map(({ id, label }) => (
        <li key={id}>
          <SectionLink hash={id} isOpen={id === openedId.replace(/\/.*/, '')}>
            {label}
          </SectionLink>
        </li>
      ))}
    </ul>
  )
}

function Entry({ head, isOpen }: { readonly head: OperationHead; readonly isOpen: boolean }) {
  const { t } = useTranslation('developer')
  return (
    <li>
      <SectionLink hash={head.id} isOpen={isOpen}>
        {head.summary}
        <span className={classes.address}>
          {head.kind === 'event' ? t('sent') : head.method} <BreakingName name={head.path} />
        </span>
      </SectionLink>
    </li>
  )
}
