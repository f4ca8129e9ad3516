import type { ComponentProps } from 'react';
import { drawingOf } from './icon-drawing.ts' with { type: 'macro' };

/** The icons of the screens, by Lucide. */

export type Icon = (props: Omit<ComponentProps<'svg'>, 'children'>) => React.JSX.Element;

/** @param ownClass of every use of it, such as turning round where text runs from the right */
const icon = (drawing: string, ownClass = ''): Icon =>
  function Icon({ className = '', ...props }) {
    return (
      <svg
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...props}
        className={`${ownClass} ${className}`}
        dangerouslySetInnerHTML={{ __html: drawing }}
      />
    );
  };

export const Activity = icon(drawingOf('activity'));
export const ArrowLeft = icon(drawingOf('arrow-left'), 'rtl:-scale-x-100');
export const ArrowRight = icon(drawingOf('arrow-right'), 'rtl:-scale-x-100');
export const ArrowUp = icon(drawingOf('arrow-up'));
export const BadgeCheck = icon(drawingOf('badge-check'));
export const Ban = icon(drawingOf('ban'));
export const Bell = icon(drawingOf('bell'));
export const Bitcoin = icon(drawingOf('bitcoin'));
export const BookOpen = icon(drawingOf('book-open'));
export const BookmarkPlus = icon(drawingOf('bookmark-plus'));
export const CalendarClock = icon(drawingOf('calendar-clock'));
export const CalendarSync = icon(drawingOf('calendar-sync'));
export const ChartColumn = icon(drawingOf('chart-column'));
export const ChartLine = icon(drawingOf('chart-line'));
export const Check = icon(drawingOf('check'));
export const ChevronDown = icon(drawingOf('chevron-down'));
export const Circle = icon(drawingOf('circle'));
export const CircleAlert = icon(drawingOf('circle-alert'));
export const CircleCheck = icon(drawingOf('circle-check'));
export const CircleDashed = icon(drawingOf('circle-dashed'));
export const CircleDot = icon(drawingOf('circle-dot'));
export const CircleStop = icon(drawingOf('circle-stop'));
export const CircleX = icon(drawingOf('circle-x'));
export const Clock = icon(drawingOf('clock'));
export const CloudOff = icon(drawingOf('cloud-off'));
export const Copy = icon(drawingOf('copy'));
export const CreditCard = icon(drawingOf('credit-card'));
export const Download = icon(drawingOf('download'));
export const Ellipsis = icon(drawingOf('ellipsis'));
export const ExternalLink = icon(drawingOf('external-link'));
export const Eye = icon(drawingOf('eye'));
export const EyeOff = icon(drawingOf('eye-off'));
export const FileBadge = icon(drawingOf('file-badge'));
export const FileText = icon(drawingOf('file-text'));
export const FileUp = icon(drawingOf('file-up'));
export const Globe = icon(drawingOf('globe'));
export const Handshake = icon(drawingOf('handshake'));
export const Headset = icon(drawingOf('headset'));
export const History = icon(drawingOf('rotate-ccw-clock'));
export const Inbox = icon(drawingOf('inbox'));
export const Info = icon(drawingOf('info'));
export const KeyRound = icon(drawingOf('key-round'));
export const LayoutDashboard = icon(drawingOf('layout-dashboard'));
export const LifeBuoy = icon(drawingOf('life-buoy'));
export const ListTree = icon(drawingOf('list-tree'));
export const LoaderCircle = icon(drawingOf('loader-circle'));
export const LockKeyhole = icon(drawingOf('lock-keyhole'));
export const LogOut = icon(drawingOf('log-out'), 'rtl:-scale-x-100');
export const MailCheck = icon(drawingOf('mail-check'));
export const MapPin = icon(drawingOf('map-pin'));
export const Menu = icon(drawingOf('menu'));
export const MessageSquare = icon(drawingOf('message-square'));
export const MessageSquareOff = icon(drawingOf('message-square-off'));
export const MessageSquareText = icon(drawingOf('message-square-text'));
export const MessagesSquare = icon(drawingOf('messages-square'));
export const Minus = icon(drawingOf('minus'));
export const Monitor = icon(drawingOf('monitor'));
export const Moon = icon(drawingOf('moon'));
export const Network = icon(drawingOf('network'));
export const Palette = icon(drawingOf('palette'));
export const Pencil = icon(drawingOf('pencil'));
export const Phone = icon(drawingOf('phone'));
export const PhoneCall = icon(drawingOf('phone-call'));
export const PhoneForwarded = icon(drawingOf('phone-forwarded'));
export const PhoneIncoming = icon(drawingOf('phone-incoming'));
export const PhoneOff = icon(drawingOf('phone-off'));
export const PhoneOutgoing = icon(drawingOf('phone-outgoing'));
export const PiggyBank = icon(drawingOf('piggy-bank'));
export const Plus = icon(drawingOf('plus'));
export const PoundSterling = icon(drawingOf('pound-sterling'));
export const Printer = icon(drawingOf('printer'));
export const Radio = icon(drawingOf('radio'));
export const Receipt = icon(drawingOf('receipt'));
export const ReceiptText = icon(drawingOf('receipt-text'));
export const RefreshCw = icon(drawingOf('refresh-cw'));
export const RotateCcw = icon(drawingOf('rotate-ccw'));
export const RotateCw = icon(drawingOf('rotate-cw'));
export const Route = icon(drawingOf('route'));
export const Search = icon(drawingOf('search'));
export const SearchX = icon(drawingOf('search-x'));
export const Send = icon(drawingOf('send'), 'rtl:-scale-x-100');
export const ServerCog = icon(drawingOf('server-cog'));
export const Settings = icon(drawingOf('settings'));
export const ShieldCheck = icon(drawingOf('shield-check'));
export const Smartphone = icon(drawingOf('smartphone'));
export const SquarePen = icon(drawingOf('square-pen'));
export const Sun = icon(drawingOf('sun'));
export const SunMoon = icon(drawingOf('sun-moon'));
export const Tag = icon(drawingOf('tag'));
export const Tags = icon(drawingOf('tags'));
export const Timer = icon(drawingOf('timer'));
export const Trash2 = icon(drawingOf('trash'));
export const TrendingUp = icon(drawingOf('trending-up'));
export const TriangleAlert = icon(drawingOf('triangle-alert'));
export const Upload = icon(drawingOf('upload'));
export const UserCheck = icon(drawingOf('user-check'));
export const UserPlus = icon(drawingOf('user-plus'));
export const Users = icon(drawingOf('users'));
export const Voicemail = icon(drawingOf('voicemail'));
export const Wallet = icon(drawingOf('wallet'));
export const Webhook = icon(drawingOf('webhook'));
export const X = icon(drawingOf('x'));
