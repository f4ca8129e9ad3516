/** The pages around links in mails, and the status: one file to load for all of them. */
export { ConfirmEmailPage } from './confirm-email-page.tsx';
export { InvitationPage } from './invitation-page.tsx';
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { NotFoundPage } from './not-found-page.tsx';
export { OperatorPage } from './operator-page.tsx';
export { StatusPage } from './status-page.tsx';
export { UndoClosingPage, UndoEmailPage } from './undo-page.tsx';
export { ResetPasswordPage } from './reset-password-page.tsx';
