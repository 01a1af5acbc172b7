/** The picture: renderer, camera, light; a frame is drawn only when something has changed. */
import {
  AmbientLight,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  NeutralToneMapping,
  PCFShadowMap,
  PlaneGeometry,
  Scene,
  ShadowMaterial,
  WebGLRenderer,
  type Texture,
} from "three";
import { BoardCamera } from "./camera";
import { environmentMap } from "./environment";

/** 0 in full, 1 with fewer pixels, 2 without shadows and mirroring. */
export type Quality = 0 | 1 | 2;

const SLOW = 45;

/** Is there no graphics card? */
function isSoftware(context: WebGL2RenderingContext): boolean {
  const more = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/** What is done before each frame; returns whether another one is needed. */
export type Tick = (now: number) => boolean;

export class Renderer {
  readonly scene = new Scene();
  readonly canvas: HTMLCanvasElement;
  frames = 0;
  readonly camera: BoardCamera;
  private readonly webgl: WebGLRenderer;
  private readonly key = new DirectionalLight("#fff1dc", 2.5);
  private readonly sky = new HemisphereLight("#dfe9ff", "#b9a68c", 0.55);
  private readonly ground = new Mesh(new PlaneGeometry(40, 40), new ShadowMaterial());
  private readonly watcher: ResizeObserver;
  private surroundings: Texture | null = null;
  private asked = 0;
  private level: Quality = 0;
  private chosenLevel = false;
  private dark = false;
  private slow = 0;
  private drawn = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly tick: Tick,
  ) {
    this.canvas = document.createElement("canvas");
    this.camera = new BoardCamera(() => this.canvas.getBoundingClientRect());
    const context = this.canvas.getContext("webgl2", { alpha: true, antialias: true });
    if (!context) throw new Error("This browser can't draw in space (WebGL 2 is missing).");
    this.webgl = new WebGLRenderer({ canvas: this.canvas, context, alpha: true, antialias: true });
    this.webgl.toneMapping = NeutralToneMapping;
    this.webgl.shadowMap.enabled = true;
    this.webgl.shadowMap.type = PCFShadowMap;
    this.webgl.shadowMap.autoUpdate = false;
    Object.assign(this.canvas.style, {
      display: "block",
      position: "absolute",
      inset: "0",
      width: "100%",
      height: "100%",
      touchAction: "none",
      outline: "none",
    });
    this.canvas.setAttribute("aria-hidden", "true");
    if (getComputedStyle(host).position === "static") host.style.position = "relative";
    host.append(this.canvas);
    this.light();
    this.lower(isSoftware(context) ? 2 : 0);
    this.canvas.addEventListener("webglcontextrestored", this.restored);
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(host);
    this.resize();
  }

  /** Asks for a frame; `shadows`: something other than the camera has moved. */
  ask(shadows = true): void {
    if (shadows) this.webgl.shadowMap.needsUpdate = true;
    if (!this.asked) this.asked = requestAnimationFrame(this.frame);
  }

  /** Is no frame to come? */
  get still(): boolean {
    return !this.asked;
  }

  shade(dark: boolean): void {
    (this.ground.material as ShadowMaterial).opacity = dark ? 0.45 : 0.19;
    this.dark = dark;
    this.brighten();
  }

  /** Where shadows fall. */
  floor(height: number): void {
    this.ground.position.y = height;
  }

  dispose(): void {
    cancelAnimationFrame(this.asked);
    this.asked = -1;
    this.watcher.disconnect();
    this.canvas.removeEventListener("webglcontextrestored", this.restored);
    this.surroundings?.dispose();
    this.key.dispose();
    this.ground.geometry.dispose();
    (this.ground.material as ShadowMaterial).dispose();
    this.webgl.dispose();
    this.webgl.forceContextLoss();
    this.canvas.remove();
  }

  /** From now on it is drawn so, whatever that costs. */
  setQuality(level: Quality): void {
    this.lower(level);
    this.chosenLevel = true;
  }

  private readonly frame = (now: number): void => {
    this.asked = 0;
    const more = this.tick(now);
    this.webgl.render(this.scene, this.camera.lens);
    this.frames++;
    this.judge(now);
    this.drawn = more ? now : 0;
    if (more) this.ask();
  };

  /** Where frames that follow one another come too slowly, less is drawn. */
  private judge(now: number): void {
    if (!this.drawn || this.chosenLevel || this.level === 2) return;
    this.slow = now - this.drawn > SLOW ? this.slow + 1 : Math.max(0, this.slow - 1);
    if (this.slow < 8) return;
    this.slow = 0;
    this.lower(this.level ? 2 : 1);
  }

  private lower(level: Quality): void {
    this.level = level;
    this.key.castShadow = level < 2;
    this.ground.visible = level < 2;
    if (level === 2 || !this.surroundings) this.surround();
    this.brighten();
    this.resize();
    this.ask();
  }

  private brighten(): void {
    const { dark } = this;
    this.scene.environmentIntensity = dark ? 0.6 : 0.85;
    this.key.intensity = dark ? 1.8 : 2;
    this.sky.intensity = (dark ? 0.5 : 0.9) + (this.level < 2 ? 0 : 1);
  }

  private readonly restored = (): void => {
    this.surround();
    this.ask();
  };

  private light(): void {
    const { key } = this;
    key.position.set(-3.2, 10, 4.4);
    key.castShadow = true;
    key.shadow.mapSize.set(2048, 2048);
    Object.assign(key.shadow.camera, { left: -5.5, right: 5.5, top: 5.5, bottom: -5.5, near: 1, far: 26 });
    key.shadow.radius = 6;
    key.shadow.normalBias = 0.03;
    key.shadow.bias = -0.0006;
    const fill = new DirectionalLight("#cfe0ff", 0.5);
    fill.position.set(6, 3, -3);
    this.ground.rotation.x = -Math.PI / 2;
    this.ground.receiveShadow = true;
    this.scene.add(key, fill, this.sky, new AmbientLight("#fff8ee", 0.25), this.ground);
  }

  /** Where nothing is mirrored, no surroundings are made. */
  private surround(): void {
    this.surroundings?.dispose();
    this.surroundings = this.level < 2 ? environmentMap(this.webgl) : null;
    this.scene.environment = this.surroundings;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.webgl.setPixelRatio(Math.min(this.level ? 1 : 2, devicePixelRatio || 1));
    this.webgl.setSize(width, height, false);
    this.camera.resize(width, height);
    this.ask(false);
  }
}
