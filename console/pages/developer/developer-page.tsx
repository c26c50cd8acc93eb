// API reference drawn from the OpenAPI document of this appliance: a searchable list and the opened
// operation, which is named behind the `#` of the address.

import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import contents from '../../frame/parts/contents.module.css'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import classes from './developer.module.css'
import { OpenedPart } from './opened-part.tsx'
import { OperationIndex } from './operation-index.tsx'
import { useReferenceState } from './reference-state.ts'
import { useReference } from './use-reference.ts'

export function DeveloperPage() {
  const { t } = useTranslation('developer')
  const { t: tFrame } = useTranslation('frame')
  const reference = useReference()
  const id = useLocation().hash.slice(1)
  const referenceState = useReferenceState()
  return (
    <>
      <PageHeader title={tFrame('pages.developer')} text={t('text')} />
      {reference.isError && (
        <ErrorState error={reference.error} onRetry={() => reference.refetch()} />
      )}
      {reference.isPending && <Skeleton h={480} radius="lg" />}
      {reference.data && (
        <div className={`${contents.beside} ${classes.layout}`} data-opened={id !== ''}>
          <OperationIndex groups={reference.data.groups} openedId={id} />
          <OpenedPart reference={reference.data} id={id} referenceState={referenceState} />
        </div>
      )}
    </>
  )
}
