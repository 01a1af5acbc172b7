/** Small line drawings for actions, from Lucide. A word stands beside them, or names their button. */
import { createElement } from "preact";
import ArrowUpDown from "lucide/dist/esm/icons/arrow-up-down.mjs";
import BookOpen from "lucide/dist/esm/icons/book-open.mjs";
import Bot from "lucide/dist/esm/icons/bot.mjs";
import Box from "lucide/dist/esm/icons/box.mjs";
import Check from "lucide/dist/esm/icons/check.mjs";
import ChevronFirst from "lucide/dist/esm/icons/chevron-first.mjs";
import ChevronLast from "lucide/dist/esm/icons/chevron-last.mjs";
import ChevronLeft from "lucide/dist/esm/icons/chevron-left.mjs";
import ChevronRight from "lucide/dist/esm/icons/chevron-right.mjs";
import Clock from "lucide/dist/esm/icons/clock.mjs";
import Copy from "lucide/dist/esm/icons/copy.mjs";
import Download from "lucide/dist/esm/icons/download.mjs";
import Eye from "lucide/dist/esm/icons/eye.mjs";
import Flag from "lucide/dist/esm/icons/flag.mjs";
import FolderOpen from "lucide/dist/esm/icons/folder-open.mjs";
import GraduationCap from "lucide/dist/esm/icons/graduation-cap.mjs";
import Grid from "lucide/dist/esm/icons/grid-3x3.mjs";
import Handshake from "lucide/dist/esm/icons/handshake.mjs";
import House from "lucide/dist/esm/icons/house.mjs";
import Keyboard from "lucide/dist/esm/icons/keyboard.mjs";
import Languages from "lucide/dist/esm/icons/languages.mjs";
import Lightbulb from "lucide/dist/esm/icons/lightbulb.mjs";
import List from "lucide/dist/esm/icons/list.mjs";
import Maximize from "lucide/dist/esm/icons/maximize.mjs";
import Menu from "lucide/dist/esm/icons/menu.mjs";
import MessageSquare from "lucide/dist/esm/icons/message-square.mjs";
import Microscope from "lucide/dist/esm/icons/microscope.mjs";
import Moon from "lucide/dist/esm/icons/moon.mjs";
import Pause from "lucide/dist/esm/icons/pause.mjs";
import Play from "lucide/dist/esm/icons/play.mjs";
import Plus from "lucide/dist/esm/icons/plus.mjs";
import Puzzle from "lucide/dist/esm/icons/puzzle.mjs";
import RefreshCw from "lucide/dist/esm/icons/refresh-cw.mjs";
import RotateCcw from "lucide/dist/esm/icons/rotate-ccw.mjs";
import RotateCw from "lucide/dist/esm/icons/rotate-cw.mjs";
import Settings from "lucide/dist/esm/icons/settings.mjs";
import Share from "lucide/dist/esm/icons/share-2.mjs";
import Sliders from "lucide/dist/esm/icons/sliders-horizontal.mjs";
import Smartphone from "lucide/dist/esm/icons/smartphone.mjs";
import Sun from "lucide/dist/esm/icons/sun.mjs";
import Undo from "lucide/dist/esm/icons/undo-2.mjs";
import User from "lucide/dist/esm/icons/user.mjs";
import Users from "lucide/dist/esm/icons/users.mjs";
import VolumeOff from "lucide/dist/esm/icons/volume-x.mjs";
import VolumeOn from "lucide/dist/esm/icons/volume-2.mjs";
import WalletCards from "lucide/dist/esm/icons/wallet-cards.mjs";
import X from "lucide/dist/esm/icons/x.mjs";
import ZoomOut from "lucide/dist/esm/icons/zoom-out.mjs";
import ZoomIn from "lucide/dist/esm/icons/zoom-in.mjs";

const ICONS = {
  cards: WalletCards,
  analyse: Microscope,
  back: ChevronLeft,
  bot: Bot,
  chat: MessageSquare,
  check: Check,
  clock: Clock,
  close: X,
  copy: Copy,
  dark: Moon,
  device: Smartphone,
  download: Download,
  eye: Eye,
  file: FolderOpen,
  first: ChevronFirst,
  flag: Flag,
  flat: Grid,
  flip: ArrowUpDown,
  friends: Users,
  fullscreen: Maximize,
  handshake: Handshake,
  hint: Lightbulb,
  home: House,
  keyboard: Keyboard,
  language: Languages,
  last: ChevronLast,
  learn: GraduationCap,
  light: Sun,
  menu: Menu,
  more: Sliders,
  moves: List,
  mute: VolumeOff,
  new: Plus,
  on: ChevronRight,
  pause: Pause,
  play: Play,
  puzzle: Puzzle,
  rematch: RefreshCw,
  rules: BookOpen,
  settings: Settings,
  share: Share,
  sound: VolumeOn,
  space: Box,
  "turn-left": RotateCcw,
  "turn-right": RotateCw,
  undo: Undo,
  user: User,
  "zoom-in": ZoomIn,
  "zoom-out": ZoomOut,
} as const;

export type IconName = keyof typeof ICONS;

/** These point along the line of reading, and turn round with it. */
const DIRECTED: readonly IconName[] = ["back", "on", "first", "last", "undo"];

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={DIRECTED.includes(name) ? "icon directed" : "icon"} viewBox="0 0 24 24" aria-hidden="true">
      {ICONS[name].map(([shape, attributes]) => createElement(shape, attributes))}
    </svg>
  );
}
