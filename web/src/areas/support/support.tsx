import { useLocation } from 'react-router';
import { useUrlParams } from '../../app/routing/url-params.ts';
import { usePublicSettings } from '../../calls/auth.ts';
import { useText } from '../../text/language.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { ContactDetails } from './contact-details.tsx';
import { EmergencyBanner } from './emergency-banner.tsx';
import { HelpResources, helpSections } from './help-resources.tsx';
import { useMessageForm } from './message-form.ts';
import { SendMessage } from './send-message.tsx';
import { SupportLayout } from './support-layout.tsx';

const tabs = ['contact', 'message', 'help'] as const;
type SupportTab = (typeof tabs)[number];

/** Reads the page's state from the URL: the tab or a section of the help, and the preset message. */
function useSupportAddress() {
  const [params, setParams] = useUrlParams();
  const { hash } = useLocation();
  const isSection = helpSections.some((section) => `#${section}` === hash);
  const tab: SupportTab = tabs.find((each) => each === params.get('tab')) ?? (isSection ? 'help' : 'contact');
  const openTab = (wanted: SupportTab, more: Record<string, string> = {}) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries({ tab: wanted, ...more })) next.set(name, value);
      return next;
    });
  const preset = { role: params.get('role'), isUrgent: params.get('urgent') === '1', topic: params.get('topic') };
  return { tab, openTab, preset };
}

/**
 * Shows help and support without a sign-in: contacts and hours, a message form, and answers (specification, section 2).
 */
export function Support() {
  const t = useText('support');
  const { tab, openTab, preset } = useSupportAddress();
  const settings = usePublicSettings();
  const message = useMessageForm(preset);
  const writeUrgent = () => {
    if (message.mutation.data) message.writeAnother();
    message.form.setValue('urgent', true);
    openTab('message', { urgent: '1' });
  };
  const panels = {
    contact: <ContactDetails settings={settings} onChat={() => openTab('message', { topic: 'live-chat' })} />,
    message: <SendMessage message={message} />,
    help: <HelpResources />,
  };
  return (
    <SupportLayout>
      <Tabs
        label={t('tabs.label')}
        value={tab}
        onChange={(wanted) => openTab(wanted)}
        tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      >
        {panels[tab]}
      </Tabs>
      <EmergencyBanner phone={settings.data?.operator.phone} onUrgent={writeUrgent} />
    </SupportLayout>
  );
}
