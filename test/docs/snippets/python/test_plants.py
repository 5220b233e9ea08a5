import json
import subprocess
import unittest
import urllib.error
import urllib.request


def send(method, url, body=None):
    headers = {"Authorization": "Bearer any-token", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


class PlantsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        command = ["node_modules/.bin/plant-store", "mock", "--port", "0"]
        cls.server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        cls.url = cls.server.stdout.readline().split()[-1]  # printed when the server is ready

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.communicate()

    def setUp(self):
        urllib.request.urlopen(f"{self.url}/__mock/reset", data=b"").close()

    def test_creates_a_plant_with_its_exact_id(self):
        plant = {"id": 9007199254740993, "name": "Fern"}
        self.assertEqual(send("POST", f"{self.url}/plants", plant), (200, {"name": "Fern"}))
        self.assertEqual(send("GET", f"{self.url}/__mock/plants"), (200, [plant]))

    def test_gets_the_error_of_the_service(self):
        fault = {"error": 17, "message": "No room"}
        urllib.request.urlopen(f"{self.url}/__mock/faults", data=json.dumps(fault).encode()).close()
        self.assertEqual(send("POST", f"{self.url}/plants", {"id": 1, "name": "Moss"}), (400, fault))


if __name__ == "__main__":
    unittest.main()
