"""Firefox and WebKitGTK as Debian ships them, driven like the page of Playwright.

Both are started by Selenium's WebDriver or spoken to by its WebDriver BiDi connection.
Firefox needs no geckodriver then, which Debian has not. What a hand does is the same
list of actions for both.
"""

import base64
import contextlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from pathlib import Path

from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.bidi.common import command_builder
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.websocket_connection import WebSocketConnection
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

WIDTH, HEIGHT = 1280, 900
PATIENCE = 120  # seconds until something is there; a busy machine is slow
MINI_BROWSER = "webkit2gtk-4.*/MiniBrowser"  # below /usr/lib, in the system's folder
SPEAKS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# A display of its own would greet, ask and update.
QUIET = {
    "app.update.auto": False,
    "app.normandy.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.download.folderList": 2,  # where download.dir says
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.tabs.warnOnClose": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "full-screen-api.transition-duration.enter": "0 0",
    "full-screen-api.transition-duration.leave": "0 0",
    "full-screen-api.warning.timeout": 0,
    "toolkit.telemetry.enabled": False,
}
# The middle of the first element that is shown, and has this text if one is given. It
# is brought in sight; null if there is none, or while it moves.
MIDDLE = """
async ([selector, text]) => {
  const found = [...document.querySelectorAll(selector)].find((element) =>
    element.getClientRects().length &&
    (text === null || element.textContent.trim() === text));
  if (!found) return null;
  const place = () => found.getBoundingClientRect();
  const inside = ({ x, y, right, bottom }) =>
    x >= 0 && y >= 0 && right <= innerWidth && bottom <= innerHeight;
  if (!inside(place())) {
    found.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  }
  const { x, y, width, height } = place();
  await new Promise((done) => setTimeout(done, 100));
  const still = place().x === x && place().y === y;
  return still ? [x + width / 2, y + height / 2] : null;
}
"""


class Page(ABC):
    """One window of a browser, with the hand of a person on it."""

    @abstractmethod
    def goto(self, address):
        """Open an address, and wait until it is loaded."""

    @abstractmethod
    def evaluate(self, function, argument=None):
        """Call a function of JavaScript; gives its result, a promise's too, as JSON."""

    @abstractmethod
    def act(self, actions):
        """Do a list of actions, as WebDriver writes them."""

    @abstractmethod
    def screenshot(self):
        """The window as PNG."""

    def wait_for_timeout(self, ms):
        time.sleep(ms / 1000)

    def until(self, ask):
        """Ask until what is given is true; gives that."""
        end = time.monotonic() + PATIENCE
        while not (found := ask()):
            assert time.monotonic() < end, f"not within {PATIENCE} s"
            time.sleep(0.05)
        return found

    def wait_for(self, function, argument=None):
        """Call a function of JavaScript until what it gives is true; gives that."""
        return self.until(lambda: self.evaluate(function, argument))

    def middle(self, selector, text=None):
        """Where the middle of an element is, once it is there; brings it in sight."""
        return self.wait_for(MIDDLE, [selector, text])

    def hover(self, selector, text=None):
        self.pointer(moved(self.middle(selector, text)))

    def click(self, selector, text=None, times=1):
        press = [DOWN, UP] * times
        self.pointer(moved(self.middle(selector, text)), *press)

    def drag(self, selector, x, y=0, steps=10):
        """Take hold of an element, and let it go so many pixels further."""
        start = self.middle(selector)
        way = [
            moved((start[0] + x * n / steps, start[1] + y * n / steps), 20)
            for n in range(1, steps + 1)
        ]
        self.pointer(moved(start), DOWN, *way, UP)

    def pointer(self, *actions):
        mouse = {"type": "pointer", "id": "mouse"}
        mouse["parameters"] = {"pointerType": "mouse"}
        self.act([mouse | {"actions": list(actions)}])

    def press(self, *keys):
        """Press keys one after the other: characters, or names such as ``ENTER``."""
        characters = [getattr(Keys, key) if len(key) > 1 else key for key in keys]
        actions = [
            {"type": kind, "value": character}
            for character in characters
            for kind in ("keyDown", "keyUp")
        ]
        self.act([{"type": "key", "id": "keys", "actions": actions}])


DOWN, UP = ({"type": f"pointer{kind}", "button": 0} for kind in ("Down", "Up"))


def moved(place, duration=0):
    x, y = map(round, place)
    return {"type": "pointerMove", "x": x, "y": y, "duration": duration}


class WebKitPage(Page):
    def __init__(self, driver, downloads):
        self.driver, self.downloads = driver, downloads
        self.version = driver.capabilities["browserVersion"]

    def goto(self, address):
        self.driver.get(address)

    def evaluate(self, function, argument=None):
        body = "const done = arguments[1]; Promise.resolve("
        body += f"({function})(arguments[0])).then((r) => done(r ?? null))"
        return self.driver.execute_async_script(body, argument)

    def act(self, actions):
        self.driver.execute(Command.W3C_ACTIONS, {"actions": actions})

    def screenshot(self):
        return self.driver.get_screenshot_as_png()


class FirefoxPage(Page):
    def __init__(self, connection, downloads):
        self.connection, self.downloads = connection, downloads
        about = self.send("session.new", {"capabilities": {}})
        self.version = about["capabilities"]["browserVersion"]
        tree = self.send("browsingContext.getTree", {})
        self.context = {"context": tree["contexts"][0]["context"]}
        size = {"width": WIDTH, "height": HEIGHT}
        self.send("browsingContext.setViewport", self.context | {"viewport": size})

    def send(self, method, parameters):
        """Send a command of WebDriver BiDi; gives its result."""
        return self.connection.execute(command_builder(method, parameters))

    def goto(self, address):
        where = {"url": address, "wait": "complete"}
        self.send("browsingContext.navigate", self.context | where)

    def evaluate(self, function, argument=None):
        source = f"Promise.resolve(({function})({json.dumps(argument)}))"
        source += ".then((r) => JSON.stringify(r ?? null))"
        asked = {"expression": source, "target": self.context, "awaitPromise": True}
        asked["userActivation"] = False
        answer = self.send("script.evaluate", asked)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def act(self, actions):
        self.send("input.performActions", self.context | {"actions": actions})

    def screenshot(self):
        shot = self.send("browsingContext.captureScreenshot", self.context)
        return base64.b64decode(shot["data"])


def firefox_path():
    """Where Firefox is, or None."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def webkit_path():
    """Where WebKitGTK's own small browser is, or None."""
    return next(Path("/usr/lib").glob(f"*/{MINI_BROWSER}"), None)


def missing(browser):
    """The package of Debian that a browser still needs, or None."""
    needs = {
        "Firefox": {"firefox-esr": firefox_path()},
        "WebKitGTK": {
            "webkit2gtk-driver": webkit_path() and shutil.which("WebKitWebDriver")
        },
    }
    needed = needs[browser] | {"xvfb": shutil.which("Xvfb")}
    return next((name for name, path in needed.items() if not path), None)


@contextlib.contextmanager
def screen():
    """Start a screen that nobody sees; gives what a program's environment needs."""
    command = ["Xvfb", "-displayfd", "1", "-nolisten", "tcp"]
    command += ["-screen", "0", f"{WIDTH}x{HEIGHT}x24"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
    ) as display:
        try:
            yield os.environ | {"DISPLAY": f":{display.stdout.readline().strip()}"}
        finally:
            display.terminate()


@contextlib.contextmanager
def firefox():
    """Start Firefox on a screen of its own; gives a :class:`Page`."""
    with tempfile.TemporaryDirectory() as own, screen() as environment:
        settings = QUIET | {"browser.download.dir": own}
        lines = [f"user_pref({json.dumps(pair)[1:-1]});" for pair in settings.items()]
        Path(own, "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [firefox_path(), "--no-remote", "--profile", own]
        with subprocess.Popen(
            [*command, "--remote-debugging-port=0"],
            env=environment | {"HOME": own},
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            encoding="utf-8",
        ) as process:
            try:
                said = filter(None, map(SPEAKS.search, process.stderr))
                connection = WebSocketConnection(
                    f"{next(said)[1]}/session", PATIENCE, 0.01
                )
                yield FirefoxPage(connection, Path(own))
                connection.close()
            finally:
                process.terminate()


@contextlib.contextmanager
def webkit():
    """Start MiniBrowser of WebKitGTK on a screen of its own; gives a :class:`Page`."""
    with tempfile.TemporaryDirectory() as own, screen() as environment:
        options = Options()
        options.binary_location = str(webkit_path())
        options.add_argument("--automation")
        options.add_argument("--full-screen")
        driver = shutil.which("WebKitWebDriver")
        service = Service(driver, env=environment | {"HOME": own})
        with WebKitGTK(options, service) as started:
            started.set_script_timeout(PATIENCE)
            started.set_window_rect(0, 0, WIDTH, HEIGHT)
            yield WebKitPage(started, Path(own))
