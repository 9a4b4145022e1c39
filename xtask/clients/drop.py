"""Drops a file on a window, as file managers do: python3 drop.py DISPLAY TITLE FILE

XDND, version 5: https://www.freedesktop.org/wiki/Specifications/XDND/
"""

import pathlib
import sys
import time

from Xlib import X, display
from Xlib.protocol import event

PATIENCE_SECS = 20
VERSION = 5

title, path = sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
screen = display.Display(sys.argv[1])
root = screen.screen().root
atom = screen.intern_atom
URIS = atom("text/uri-list")
SELECTION = atom("XdndSelection")


def name(window):
    text = window.get_full_property(atom("_NET_WM_NAME"), X.AnyPropertyType)
    return text.value.decode() if text and isinstance(text.value, bytes) else ""


def found(window):
    if name(window) == title:
        return window
    return next((w for w in map(found, window.query_tree().children) if w), None)


def tell(window, kind, *words):
    words = [hand.id, *words, 0, 0, 0, 0][:5]
    window.send_event(event.ClientMessage(window=window, client_type=atom(kind), data=(32, words)))


def wait_for(kind, is_it):
    end = time.monotonic() + PATIENCE_SECS
    while time.monotonic() < end:
        if not screen.pending_events():
            time.sleep(0.01)
            continue
        got = screen.next_event()
        if got.type == X.SelectionRequest:
            got.requestor.change_property(got.property, URIS, 8, f"{path.as_uri()}\r\n".encode())
            answer = event.SelectionNotify(
                time=got.time, requestor=got.requestor, selection=got.selection, target=got.target, property=got.property
            )
            got.requestor.send_event(answer)
            screen.flush()
        if is_it(got):
            return got
    sys.exit(f"the window does not answer with {kind}")


def message(kind):
    return wait_for(kind, lambda got: got.type == X.ClientMessage and got.client_type == atom(kind))


window = found(root) or sys.exit(f"no window is called `{title}`")
hand = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
hand.set_selection_owner(SELECTION, X.CurrentTime)
size = window.get_geometry()
at = window.translate_coords(root, 0, 0)
x, y = size.width // 2 - at.x, size.height // 2 - at.y
tell(window, "XdndEnter", VERSION << 24, URIS)
tell(window, "XdndPosition", 0, x << 16 | y, X.CurrentTime, atom("XdndActionCopy"))
screen.flush()
if not message("XdndStatus").data[1][1] & 1:
    sys.exit("the window does not want it")
tell(window, "XdndDrop", 0, X.CurrentTime)
screen.flush()
message("XdndFinished")
