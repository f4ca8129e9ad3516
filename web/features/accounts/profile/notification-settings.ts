import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface NotificationSettings {
  email: boolean;
  sms: boolean;
  marketing: boolean;
}

export type NotificationKind = keyof NotificationSettings;

/** The notices that a person wants. Stored in this browser only; no request is made. */
export const useNotificationSettings = create<NotificationSettings>()(
  persist<NotificationSettings>(() => ({ email: true, sms: false, marketing: true }), {
    name: 'topline-notifications',
  }),
);
