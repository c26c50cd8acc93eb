// What is proposed, by whom and on what grounds, and who is to answer; or that a proposal is void because the
// evidence changed.

import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import type { Desk } from './review-desk.tsx'
import classes from './reviews.module.css'

export function ProposalNotice({ desk: { review, standing } }: { readonly desk: Desk }) {
  const { t } = useTranslation('reviews')
  const show = useShow()
  const { proposal, entries } = review
  if (proposal === null) {
    return entries.at(-1)?.kind === 'voided' ? (
      <Text className={classes.notice} role="status">
        {t('panel.voided')}
      </Text>
    ) : null
  }
  const isOwn = standing.kind === 'own_proposal'
  const note = entries.findLast(({ proposal_id: id }) => id === proposal.id)?.note
  const { by, checker, outcome } = proposal
  return (
    <section className={classes.notice}>
      <Title order={2}>
        {isOwn ? t('panel.ownProposal') : t('panel.proposal', { name: by.name })}
      </Title>
      <Text>
        {t('panel.proposalAt', {
          outcome: t(`proposes.${outcome}`),
          at: show.instant(proposal.at),
        })}
      </Text>
      <ul className={classes.reasons}>
        {proposal.reasons.map((reason) => (
          <li key={reason}>{t(`reason.${reason}`)}</li>
        ))}
      </ul>
      {note && <blockquote className={classes.quote}>{note}</blockquote>}
      {isOwn && (
        <Text size="sm">
          {checker ? t('panel.waitsFor', { name: checker.name }) : t('panel.waits')}
        </Text>
      )}
    </section>
  )
}
